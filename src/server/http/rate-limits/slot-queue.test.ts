import { expect, test } from 'vitest';
import { SlotQueue } from './slot-queue.ts';

const LIMITS = {
  slots: 2,
  slotsPerNetwork: 2,
  waiting: 10,
  waitingPerNetwork: 5,
  maxWait: 60_000,
};
const here = new AbortController().signal;

/** Takes a slot in the name of each network, and notes who has got one. */
function taker(queue: SlotQueue) {
  const order: string[] = [];
  const releases: (() => void)[] = [];
  const take = (network: string) =>
    queue.take(network, here).then((release) => {
      order.push(release ? network : `${network} refused`);
      if (release) releases.push(release);
    });
  return { order, take, releaseNext: () => releases.shift()?.() };
}

test('gives free slots at once and refuses only what does not fit into the line', async () => {
  const queue = new SlotQueue({ ...LIMITS, waiting: 3, waitingPerNetwork: 2 });
  const { order, take } = taker(queue);
  await Promise.all([take('a'), take('a')]);
  expect(order).toEqual(['a', 'a']);
  void take('a');
  void take('a');
  await take('a');
  expect(order).toEqual(['a', 'a', 'a refused']);
  void take('b');
  await take('c');
  expect(order.at(-1)).toBe('c refused');
  expect(queue.load).toEqual({ running: 2, waiting: 3 });
});

test('networks take turns, however long the line of one is', async () => {
  const queue = new SlotQueue({ ...LIMITS, slots: 1 });
  const { order, take, releaseNext } = taker(queue);
  await take('a');
  const all = ['a', 'a', 'a', 'b', 'b', 'c'].map(take);
  for (let n = 0; n < all.length; n += 1) {
    releaseNext();
    await expect.poll(() => order.length).toBe(n + 2);
  }
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
  releaseNext();
  expect(queue.load).toEqual({ running: 0, waiting: 0 });
});

test('leaves slots to others than one network', async () => {
  const queue = new SlotQueue({ ...LIMITS, slotsPerNetwork: 1 });
  const { order, take, releaseNext } = taker(queue);
  await take('a');
  const second = take('a');
  await take('b');
  expect(order).toEqual(['a', 'b']);
  releaseNext();
  await second;
  expect(order).toEqual(['a', 'b', 'a']);
});

test('refuses a request that has waited too long, and forgets one whose client is gone', async () => {
  const queue = new SlotQueue({ ...LIMITS, slots: 1, maxWait: 10 });
  const release = await queue.take('a', here);
  expect(await queue.take('a', here)).toBeUndefined();
  const leaving = new AbortController();
  const left = queue.take('b', leaving.signal);
  leaving.abort();
  expect(await left).toBeUndefined();
  expect(queue.load).toEqual({ running: 1, waiting: 0 });
  release?.();
  release?.();
  expect(queue.load).toEqual({ running: 0, waiting: 0 });
  expect(await queue.take('b', here)).toBeTypeOf('function');
});
