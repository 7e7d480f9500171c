import { describe, expect, test } from 'vitest';
import { parseDollars } from './dollars.ts';

describe('parseDollars', () => {
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
  ])('%j is an amount', (written, amount) => {
    expect(parseDollars(written)).toBe(amount);
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
    '€200',
    '200 000',
    '1000000001',
    '1000001k',
    '99999999999',
    'Infinity',
    'NaN',
    '２００',
    '1\0',
  ])('%j is not an amount', (written) => {
    expect(parseDollars(written)).toBeUndefined();
  });
});
