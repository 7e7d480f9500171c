import { expect, test } from 'vitest';
import { SlotQueue } from './slot-queue.ts';

const LIMITS = {
  slots: 2,
  slotsPerNetwork: 2,
  waiting: 10,
  waitingPerNetwork: 5,
  maxWait: 60_000,
};
const connected = new AbortController().signal;

/** Takes slots for networks, and records the order in which they get slots. */
function taker(queue: SlotQueue) {
  const order: string[] = [];
  const releases: (() => void)[] = [];
  const take = (network: string) =>
    queue.take(network, connected).then((release) => {
      order.push(release ? network : `${network} refused`);
      if (release) releases.push(release);
    });
  return { order, take, releaseNext: () => releases.shift()?.() };
}

test('the queue gives out free slots at once and refuses only requests for which it has no place', async () => {
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

test('networks take turns, whatever the length of their queues', async () => {
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

test('one network cannot take all slots', async () => {
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

test('a request that waits too long is refused, and a request whose client disconnects is dropped', async () => {
  const queue = new SlotQueue({ ...LIMITS, slots: 1, maxWait: 10 });
  const release = await queue.take('a', connected);
  expect(await queue.take('a', connected)).toBeUndefined();
  const disconnect = new AbortController();
  const dropped = queue.take('b', disconnect.signal);
  disconnect.abort();
  expect(await dropped).toBeUndefined();
  expect(queue.load).toEqual({ running: 1, waiting: 0 });
  release?.();
  release?.();
  expect(queue.load).toEqual({ running: 0, waiting: 0 });
  expect(await queue.take('b', connected)).toBeTypeOf('function');
});
