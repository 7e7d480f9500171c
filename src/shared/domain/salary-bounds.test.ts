import { expect, test } from 'vitest';
import { salaryRangeOf } from './salary-bounds.ts';
import { salaryLabel } from './salary-ranges.ts';

test.each([
  [0, 'Under $50K'],
  [49_999.99, 'Under $50K'],
  [50_000, '$50K - $60K'],
  [299_999, '$200K-$300K'],
  [300_000, 'Over $300K'],
  [1e12, 'Over $300K'],
])('$%s per year is in %s', (dollars, range) => {
  expect(salaryRangeOf(dollars)).toBe(range);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])(
  'the amount %s is not a salary',
  (dollars) => {
    expect(() => salaryRangeOf(dollars)).toThrow(RangeError);
  },
);

test('only known salary ranges have a label', () => {
  expect(salaryLabel('Under $50K')).toBe('under $50K');
  expect(salaryLabel('much')).toBeUndefined();
});
