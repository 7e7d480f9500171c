import { expect, test } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

/** Takes turns for networks by a clock that runs only during turns. Records their order. */
function startTurns() {
  let now = 0;
  const queue = new TurnQueue(() => now);
  const order: string[] = [];
  /** @param duration of the turn (ms) */
  const take = async (network: string, duration: number) => {
    await queue.take(network);
    order.push(network);
    now += duration;
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
  expect(order.slice(0, 3)).toEqual(['busy', 'busy', 'other']);
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
