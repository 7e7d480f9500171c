import { expect, test } from 'vitest';
import type { PayUnit } from '../contract/job-responses.ts';
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
])('the count %s is formatted as %j, or briefly as %j', (jobs, text, short) => {
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

test.each<[number, number, string, PayUnit, string]>([
  [80_000, 120_000, 'USD', 'year', '$80K–$120K / year'],
  [50_000, 60_000, 'GBP', 'year', '£50K–£60K / year'],
  [90_000, 110_000, 'CAD', 'year', 'CA$90K–CA$110K / year'],
  [6_000_000, 8_500_000, 'JPY', 'year', '¥6M–¥8.5M / year'],
  [45, 45, 'EUR', 'hour', '€45 / hour'],
  [82_500, 97_000, 'USD', 'year', '$82,500–$97,000 / year'],
  [1_234_567, 2_000_000, 'INR', 'year', '₹1,234,567–₹2,000,000 / year'],
  [3_000, 5_000, 'EUR', 'month', '€3,000–€5,000 / month'],
  [25.5, 30, 'USD', 'hour', '$25.50–$30.00 / hour'],
  [0, 120_000, 'USD', 'year', 'up to $120K / year'],
])('pay from %s to %s %s a %s is “%s”', (minimum, maximum, currency, unit, text) => {
  const pay = { minimum, maximum, currency, unit };
  expect(formatPay(pay)).toBe(text);
  expect(formatMoney({ salary: '', pay })).toBe(text);
  expect(formatMoney({ salary: '$50K - $60K', pay })).toBe(text);
});

test('a job without a salary range and pay has no pay text', () => {
  expect(formatMoney({ salary: '', pay: null })).toBe('');
});
