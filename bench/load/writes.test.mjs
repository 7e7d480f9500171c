import { expect, it } from 'vitest';
import { findDelay, MAX_DELAY } from './writes.mjs';

/** @param {string[]} bodies in the order of the reads; the last one repeats */
function reader(...bodies) {
  return async () => (bodies.length > 1 ? bodies.shift() : bodies[0]) ?? '';
}

it('the delay is 0 if the first read returns the new text', async () => {
  expect(await findDelay(reader('the new one'), 'new')).toBe(0);
});

it('the delay lasts as long as reads return the old text', async () => {
  const delay = await findDelay(reader('old', 'old', 'new'), 'new');
  expect(delay).toBeGreaterThan(0);
  expect(delay).toBeLessThan(MAX_DELAY);
});
