import { describe, expect, test } from 'vitest';
import { parseYearlyAmount } from './yearly-amount.ts';

describe('parseYearlyAmount', () => {
  test.each([
    ['200000', 200_000],
    ['$200,000', 200_000],
    ['200k', 200_000],
    [' $ 200 K ', 200_000],
    ['1,000,000', 1_000_000],
    ['0', 0],
    ['007', 7],
    ['1000000000', 1_000_000_000],
    ['1000000k', 1_000_000_000],
    ['80.000', 80_000],
    ['80 000', 80_000],
    ['1.250.000', 1_250_000],
    ["80'000", 80_000],
    ['80\u202f000', 80_000],
  ])('the text %j is an amount of dollars', (written, amount) => {
    expect(parseYearlyAmount(written)).toEqual({ amount, currency: 'USD' });
  });

  test.each([
    ['€70K', 'EUR'],
    ['70k €', 'EUR'],
    ['70,000 eur', 'EUR'],
    ['GBP 70000', 'GBP'],
    ['£70k', 'GBP'],
    ['70k PLN', 'PLN'],
    ['€70.000', 'EUR'],
    ['70.000 €', 'EUR'],
    ['CHF 70’000', 'CHF'],
  ])('the amount %j names its currency', (written, currency) => {
    expect(parseYearlyAmount(written)).toEqual({ amount: 70_000, currency });
  });

  test.each([
    '',
    ' ',
    '$',
    'k',
    'many',
    '-1',
    '+1',
    '1.5',
    '1e5',
    '0x10',
    '20,00',
    '2,0000',
    ',200',
    '200,',
    '200kk',
    '200m',
    '¥200',
    '€200 EUR',
    '200 XYZ',
    'EURO 200',
    '80.00',
    '80.0000',
    '1.250,000',
    '1,250.000',
    '.000',
    '1000000001',
    '1000001k',
    '99999999999',
    'Infinity',
    'NaN',
    '２００',
    '1\0',
  ])('the text %j is not an amount', (written) => {
    expect(parseYearlyAmount(written)).toBeUndefined();
  });
});
