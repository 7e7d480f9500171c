import { expect, it } from 'vitest';
import { findDelay, GIVEN_UP } from './staleness.mjs';

/** @param {string[]} bodies in the order they are read, the last one again and again */
function reader(...bodies) {
  return async () => (bodies.length > 1 ? bodies.shift() : bodies[0]) ?? '';
}

it('there is no delay where the first read shows it', async () => {
  expect(await findDelay('/', 'new', reader('the new one'))).toBe(0);
});

it('the delay is as long as reads show the old', async () => {
  const delay = await findDelay('/', 'new', reader('old', 'old', 'new'));
  expect(delay).toBeGreaterThan(0);
  expect(delay).toBeLessThan(GIVEN_UP);
});
