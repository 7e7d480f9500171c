import { expect, test } from 'vitest';
import type { PayUnit } from '../contract/job-responses.ts';
import { formatCompactCount, formatCount } from './count.ts';
import { formatDate, formatDateFrom, formatDay } from './day.ts';
import { formatDateTime, formatMoment } from './moment.ts';
import { formatNumber } from './number.ts';
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

test('a date in a sentence has the name of the month, and no year if it is in the current year', () => {
  expect(formatDate('2026-12-12')).toBe('12 December 2026');
  expect(formatDateFrom(new Date('2026-01-01T00:00:00Z'), '2026-12-12')).toBe('12 December');
  expect(formatDateFrom(new Date('2026-12-31T23:59:59Z'), '2027-01-02')).toBe('2 January 2027');
  expect(formatMoment('2026-11-30T14:05:09.000Z')).toBe('30 Nov 2026, 14:05 UTC');
  expect(formatDateTime('2026-11-30T14:05:09.000Z')).toBe('30 November 2026 at 14:05 UTC');
});

test('numbers, dates and usual pay have the same format as `Intl`', () => {
  for (const number of [0, 7, 999, 1_000, 65_536, 1_000_000, -4_321]) {
    expect(formatNumber(number)).toBe(number.toLocaleString('en'));
  }
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  for (let month = 1; month <= 12; month += 1) {
    const iso = new Date(Date.UTC(2026, month, month)).toISOString();
    expect(formatDay(iso)).toBe(date.format(new Date(iso)));
    expect(formatDate(iso)).toBe(long.format(new Date(iso)));
  }
  for (const currency of ['USD', 'EUR', 'GBP', 'CAD', 'CHF', 'JPY']) {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    const compact = {
      notation: 'compact',
      minimumFractionDigits: 0,
      maximumFractionDigits: 1,
    } as const;
    const brief = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...compact });
    for (const maximum of [10_000, 65_000, 999_000, 1_000_000, 6_500_000]) {
      const pay = { minimum: maximum, maximum, currency, unit: 'year' } as const;
      expect(formatPay(pay)).toBe(`${brief.format(maximum)} / Year`);
    }
    for (const maximum of [45, 9_000, 65_536, 1_234_567]) {
      const pay = { minimum: maximum, maximum, currency, unit: 'year' } as const;
      expect(formatPay(pay)).toBe(`${format.format(maximum).replace('.00', '')} / Year`);
    }
  }
});

test('the title of the home page is the name of the site', () => {
  expect(pageTitle('Jobs', 'About')).toBe('About · Jobs');
  expect(pageTitle('Jobs')).toBe('Jobs');
});

test.each<[number | null, number | null, string, PayUnit, string]>([
  [80_000, 120_000, 'USD', 'year', '$80K–$120K / Year'],
  [50_000, 60_000, 'GBP', 'year', '£50K–£60K / Year'],
  [90_000, 110_000, 'CAD', 'year', 'CA$90K–CA$110K / Year'],
  [6_000_000, 8_500_000, 'JPY', 'year', '¥6M–¥8.5M / Year'],
  [45, 45, 'EUR', 'hour', '€45 / Hour'],
  [82_500, 97_000, 'USD', 'year', '$82,500–$97,000 / Year'],
  [1_234_567, 2_000_000, 'INR', 'year', '₹1,234,567–₹2,000,000 / Year'],
  [3_000, 5_000, 'EUR', 'month', '€3,000–€5,000 / Month'],
  [25.5, 30, 'USD', 'hour', '$25.50–$30.00 / Hour'],
  [52_000, null, 'USD', 'year', 'From $52,000 / Year'],
  [null, 80_000, 'USD', 'year', 'Up to $80,000 / Year'],
  [25.5, null, 'EUR', 'hour', 'From €25.50 / Hour'],
  [null, 900_000, 'HUF', 'month', 'Up to HUF\u00a0900,000 / Month'],
  // An older version has stored this.
  [0, 120_000, 'USD', 'year', 'Up to $120,000 / Year'],
])('pay from %s to %s %s per %s is “%s”', (minimum, maximum, currency, unit, text) => {
  const pay = { minimum, maximum, currency, unit };
  expect(formatPay(pay)).toBe(text);
  expect(formatMoney({ salary: '', pay })).toBe(text);
  expect(formatMoney({ salary: '$50K - $60K', pay })).toBe(text);
});

test('a job without a salary range and pay has no pay text', () => {
  expect(formatMoney({ salary: '', pay: null })).toBe('');
});
