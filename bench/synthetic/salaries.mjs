import { weightedChoice } from '#tests/support/random.mjs';

/** @typedef {import('#tests/support/random.mjs').Random} Random */

/** The product's ranges, by their upper bounds in dollars a year. @type {[bound: number, value: string][]} */
export const SALARY_RANGES = [
  [50_000, 'Under $50K'],
  [60_000, '$50K - $60K'],
  [70_000, '$60K - $70K'],
  [80_000, '$70K - $80K'],
  [90_000, '$80K - $90K'],
  [100_000, '$90K - $100K'],
  [125_000, '$100K - $125K'],
  [150_000, '$125K - $150K'],
  [175_000, '$150K - $175K'],
  [200_000, '$175K - $200K'],
  [300_000, '$200K-$300K'],
  [Number.POSITIVE_INFINITY, 'Over $300K'],
];

/** The share of postings without a salary. */
const WITHOUT_SALARY = 0.54;

/** Among the others, the share with only a salary range. */
const RANGE_ONLY = 0.3;

const chooseCurrency = weightedChoice([
  ['USD', 90],
  ['EUR', 4],
  ['GBP', 3],
  ['CAD', 3],
]);
const chooseUnit = weightedChoice([
  ['year', 94],
  ['hour', 4],
  ['month', 2],
]);

/** @type {Record<string, number>} */
const PER_YEAR = { year: 1, month: 12, hour: 2_080 };

/**
 * @param {Random} random
 * @param {number} usual in dollars per year
 */
export function makePay(random, usual) {
  const none = { pay_minimum: null, pay_maximum: null, pay_currency: null, pay_unit: null };
  if (random() < WITHOUT_SALARY) return { salary: '', ...none };
  const middle = usual * (0.7 + 0.6 * random());
  if (random() < RANGE_ONLY) return { salary: rangeHolding(middle), ...none };
  const currency = chooseCurrency(random);
  const unit = chooseUnit(random);
  const round = unit === 'year' ? 5_000 : unit === 'month' ? 100 : 1;
  const spread = 0.08 + 0.15 * random();
  const amount = (/** @type {number} */ part) =>
    Math.round((middle * part) / (PER_YEAR[unit] ?? 1) / round) * round;
  const minimum = amount(1 - spread);
  const maximum = amount(1 + spread);
  return {
    // As in imports, ranges are in dollars per year, and other currencies are not converted.
    salary: unit === 'year' && currency === 'USD' ? rangeHolding((minimum + maximum) / 2) : '',
    pay_minimum: minimum,
    pay_maximum: maximum,
    pay_currency: currency,
    pay_unit: unit,
  };
}

/** @param {number} dollars */
function rangeHolding(dollars) {
  return SALARY_RANGES.find(([bound]) => dollars < bound)?.[1] ?? '';
}
