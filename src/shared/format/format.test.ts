import { expect, test } from 'vitest';
import { formatCompactCount, formatCount } from './count.ts';
import { formatDay } from './day.ts';
import { pageTitle } from './page-title.ts';
import { formatMoney, formatPay } from './pay.ts';

test.each([
  [0, '0 jobs', '0'],
  [1, '1 job', '1'],
  [2, '2 jobs', '2'],
  [1_234, '1,234 jobs', '1,234'],
  [10_000, '10,000 jobs', '10,000'],
  [10_001, 'more than 10,000 jobs', '10,000+'],
])('%s is counted as %j, in short %j', (jobs, text, short) => {
  expect([formatCount(jobs), formatCompactCount(jobs)]).toEqual([text, short]);
});

test('a date is formatted as its day in UTC', () => {
  expect(formatDay('2026-11-30T23:59:59.999Z')).toBe('30 Nov 2026');
  expect(formatDay('2026-11-30T23:30:00-02:00')).toBe('1 Dec 2026');
});

test('the title of the home page is the name of the site', () => {
  expect(pageTitle('Jobs', 'About')).toBe('About · Jobs');
  expect(pageTitle('Jobs')).toBe('Jobs');
});

test.each([
  [{ minimum: 60_000, maximum: 80_000, currency: 'EUR', unit: 'year' }, '€60,000 – €80,000 a year'],
  [{ minimum: 12.5, maximum: 12.5, currency: 'USD', unit: 'hour' }, '$12.50 an hour'],
] as const)('pay %j is %j', (pay, text) => {
  expect(formatPay(pay)).toBe(text);
  expect(formatMoney({ salary: '', pay })).toBe(text);
  expect(formatMoney({ salary: '$50K - $60K', pay })).toBe('$50K - $60K / Year');
});

test('a job without salary and pay has no text for them', () => {
  expect(formatMoney({ salary: '', pay: null })).toBe('');
});
