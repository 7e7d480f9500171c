import { expect, test } from 'vitest';
import { isPlainDate } from './plain-date.ts';
import { REFERENCE_RATES, toDollars } from './rates.ts';

test('the reference rates are dated and plausible', () => {
  const { date, rates } = REFERENCE_RATES;
  expect(isPlainDate(date)).toBe(true);
  expect(Object.keys(rates).length).toBeGreaterThanOrEqual(35);
  const known = new Set(Intl.supportedValuesOf('currency'));
  for (const [currency, rate] of Object.entries(rates)) {
    expect(known).toContain(currency);
    expect(rate).toBeGreaterThan(0);
  }
});

test('an amount is converted to dollars', () => {
  const rates = { date: '2026-06-30', rates: { USD: 1, EUR: 0.8 } };
  expect(toDollars(80, 'EUR', rates)).toBeCloseTo(100);
  expect(toDollars(80, 'USD', rates)).toBe(80);
  expect(toDollars(100, 'USD')).toBe(100);
});

test.each(['XTS', '', 'eur', 'toString'])('an amount in %j has no value in dollars', (currency) => {
  expect(toDollars(1, currency)).toBeUndefined();
});
