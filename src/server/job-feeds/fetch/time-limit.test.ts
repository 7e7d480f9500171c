import { expect, test } from 'vitest';
import { createTimeLimit } from './time-limit.ts';

const never = new Promise<never>(() => {});
const tooSlow = { name: 'FetchError', failure: 'too_slow' };

test('a request ends if the host sends nothing for too long', async () => {
  const ended: unknown[] = [];
  const limit = createTimeLimit('a.example', { total: 60_000, idle: 10 }, (error) =>
    ended.push(error),
  );
  await expect(limit.wait(never)).rejects.toMatchObject(tooSlow);
  expect(ended).toMatchObject([tooSlow]);
});

test('a request ends at the time limit if the host sends little by little', async () => {
  const limit = createTimeLimit('a.example', { total: 50, idle: 60_000 }, () => {});
  const trickle = async () => {
    for (;;) await limit.wait(new Promise((resolve) => setTimeout(resolve, 1)));
  };
  await expect(trickle()).rejects.toMatchObject(tooSlow);
});

test('the time in which this board processes the body does not count towards the limit', async () => {
  const limit = createTimeLimit('a.example', { total: 500, idle: 500 }, () => {});
  for (const value of [1, 2, 3]) {
    expect(await limit.wait(Promise.resolve(value))).toBe(value);
    const start = performance.now();
    await expect.poll(() => performance.now() - start).toBeGreaterThan(200);
  }
});

test('a promise that is rejected after the time limit has a handler, so that the process does not end', async () => {
  const limit = createTimeLimit('a.example', { total: 0, idle: 10 }, () => {});
  const cut = Promise.reject(new Error('The response was cut'));
  await expect(limit.wait(cut)).rejects.toMatchObject(tooSlow);
});
