import { expect, test } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

/** Occupies the main thread (ms). */
function work(duration: number): void {
  const end = performance.now() + duration;
  while (performance.now() < end);
}

/** Takes turns for networks. Records the order, and works for some time in each turn. */
function startTurns() {
  const queue = new TurnQueue();
  const order: string[] = [];
  const take = async (network: string, duration: number) => {
    await queue.take(network);
    order.push(network);
    work(duration);
  };
  return { queue, order, take };
}

test('a network that used little time gets its turn before one that used much, however many of its turns wait', async () => {
  const { order, take } = startTurns();
  await take('busy', 5);
  const busy = Array.from({ length: 20 }, () => take('busy', 2));
  // The other network asks while the first turn is taken.
  await busy[0];
  await take('other', 1);
  expect(order.slice(0, 4)).toEqual(['busy', 'busy', 'other'].concat(order.slice(3, 4)));
  await Promise.all(busy);
  expect(order).toHaveLength(22);
});

test('the time of many busy networks is divided among them, and a quiet one still comes first', async () => {
  const { order, take } = startTurns();
  const networks = Array.from({ length: 40 }, (_, number) => `busy ${number}`);
  const busy = [...networks, ...networks].map((network) => take(network, 1));
  await busy[networks.length - 1];
  await take('quiet', 1);
  expect(order.indexOf('quiet')).toBe(networks.length);
  await Promise.all(busy);
});

test('a network that took a turn before is not passed by ever new networks', async () => {
  const { order, take } = startTurns();
  await take('known', 5);
  let isServed = false;
  const flood = (async () => {
    for (let number = 0; !isServed; number += 1) await take(`new ${number}`, 1);
  })();
  await take('known', 1);
  isServed = true;
  await flood;
  expect(order.length).toBeLessThan(50);
});

test('a network is heavy if it uses a large share of the time', async () => {
  const { queue, take } = startTurns();
  expect(queue.isHeavy('busy')).toBe(false);
  await take('busy', 600);
  await take('other', 1);
  expect([queue.isHeavy('busy'), queue.isHeavy('new')]).toEqual([true, false]);
});
