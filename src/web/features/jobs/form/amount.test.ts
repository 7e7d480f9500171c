import { expect, test } from 'vitest';
import { formatAmount, parseAmount } from './amount.ts';

test.each([
  ['50000', 50_000],
  ['50,000', 50_000],
  [' 1 250 000 ', 1_250_000],
  ['1\u202f250', 1_250],
  ['1’250’000', 1_250_000],
  ['50k', 50_000],
  ['8.2 K', 8_200],
  ['£50K', 50_000],
  ['50 €', 50],
  ['12.5', 12.5],
  ['12,50', 12.5],
  ['26.4425', 26.4425],
  ['0', 0],
])('the text %j is an amount', (text, amount) => {
  expect(parseAmount(text)).toBe(amount);
});

test.each([
  '',
  'much',
  '-1',
  '50.000',
  '1,00,000',
  '5e4',
  '50kk',
  '50-60',
  '0x10',
  'Infinity',
  '٣',
  '1.',
])('the text %j is not an amount', (text) => {
  expect(parseAmount(text)).toBeUndefined();
});

test.each([
  ['£50k', 'GBP', 50_000],
  ['$50k', 'CAD', 50_000],
  ['£50k', 'EUR', undefined],
  ['$50k', 'GBP', undefined],
  ['50k', 'GBP', 50_000],
])('the text %j in a field for the currency %s is the amount %j', (text, currency, amount) => {
  expect(parseAmount(text, currency)).toBe(amount);
});

test.each([
  [50_000, '50,000'],
  [12.5, '12.5'],
  [22.125, '22.1250'],
  [1_234.567, '1,234.5670'],
  [26.4425, '26.4425'],
  [0.1, '0.1'],
  [1e-7, '0.0000001'],
  [1e9, '1,000,000,000'],
])('%d is formatted as %j, which is parsed as the same amount', (amount, text) => {
  expect(formatAmount(amount)).toBe(text);
  expect(parseAmount(text)).toBe(amount);
});
