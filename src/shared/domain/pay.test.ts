import { expect, test } from 'vitest';
import { yearly } from './pay.ts';

test.each([
  ['year', 60_000],
  ['month', 5_000],
  ['week', 60_000 / 52],
  ['day', 60_000 / 260],
  ['hour', 60_000 / 2_080],
] as const)('pay per %s is converted to yearly pay', (unit, amount) => {
  expect(yearly(amount, unit)).toBeCloseTo(60_000);
});
