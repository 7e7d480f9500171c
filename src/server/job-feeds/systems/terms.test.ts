import { describe, expect, test } from 'vitest';
import { readDate } from './read-date.ts';
import { readAmount, readEmployment, readPayText, readPayUnit, readWorkplace } from './terms.ts';

describe('employment', () => {
  test.each([
    ['Full-time', 'full-time'],
    ['FULL_TIME', 'full-time'],
    ['fullTime', 'full-time'],
    ['SALARIED_FT', 'full-time'],
    ['Vollzeit', 'full-time'],
    ['Full Time | Non-Exempt', 'full-time'],
    ['part_time', 'part-time'],
    ['HOURLY_PT', 'part-time'],
    ['working_student', 'part-time'],
    ['Part-time internship', 'internship'],
    ['Summer Internship', 'internship'],
    ['INTERN', 'internship'],
    ['Praktikum', 'internship'],
    ['Fixed-term', 'temporary'],
    ['befristet', 'temporary'],
    ['CONTRACTOR', 'contract'],
    ['Freelance', 'contract'],
    ['Permanent contract', null],
    ['unbefristet', null],
    ['Regular', null],
    ['Internal', null],
    ['VOLUNTEER', 'volunteer'],
    ['', null],
    [undefined, null],
  ])('the term %s means the employment %s', (term, employment) => {
    expect(readEmployment(term)).toBe(employment);
  });
});

describe('workplace', () => {
  test.each([
    ['On-site', 'on-site'],
    ['onsite', 'on-site'],
    ['ON_SITE', 'on-site'],
    ['In office', 'on-site'],
    ['Hybrid remote', 'hybrid'],
    ['HYBRID', 'hybrid'],
    ['Fully remote', 'remote'],
    ['COVID-19 remote', 'remote'],
    ['Not remote', 'on-site'],
    ['Open to all options', null],
    ['unspecified', null],
    [null, null],
  ])('the term %s means the workplace %s', (term, workplace) => {
    expect(readWorkplace(term)).toBe(workplace);
  });
});

test.each([
  ['per-year-salary', 'year'],
  ['YEARLY', 'year'],
  ['Annual', 'year'],
  ['1 YEAR', 'year'],
  ['per-hour-wage', 'hour'],
  ['HOUR', 'hour'],
  ['monthly', 'month'],
  ['DAY', 'day'],
  ['week', 'week'],
  ['bi-weekly', undefined],
  ['semi-annual', undefined],
  ['2 WEEKS', undefined],
  ['one-time', undefined],
  ['', undefined],
])('the term %s means the period of pay %s', (term, unit) => {
  expect(readPayUnit(term)).toBe(unit);
});

test.each([
  [50_000, 50_000],
  ['50000', 50_000],
  ['50,000.50', 50_000.5],
  [' 50 ', 50],
  ['50.000,50', 50_000.5],
  ['€ 50 000', 50_000],
  ['12,50', 12.5],
  ['50k', undefined],
  ['-1', undefined],
  ['', undefined],
  [null, undefined],
])('the amount %j is read as %s', (written, amount) => {
  expect(readAmount(written)).toBe(amount);
});

test.each([
  [
    '$80,000 - $100,000 / year',
    'us',
    { minimum: 80_000, maximum: 100_000, currency: 'USD', unit: 'year' },
  ],
  ['$80,000 - $100,000 / year', 'CA', { currency: 'CAD' }],
  ['$80,000 - $100,000 / year', 'Australia', { currency: 'AUD' }],
  ['$80,000 - $100,000 / year', 'NZL', { currency: 'NZD' }],
  ['From $20 an hour', 'US', { minimum: 20, maximum: null, currency: 'USD', unit: 'hour' }],
  ['$1,400 - $1,800 / bi-weekly', 'US', undefined],
  ['€20 - €25 per hour', undefined, { minimum: 20, maximum: 25, currency: 'EUR', unit: 'hour' }],
  ['Competitive', undefined, undefined],
  ['', undefined, undefined],
])('the pay in the text %j is read', (text, country, pay) => {
  const read = readPayText(text, country);
  if (pay) expect(read).toMatchObject(pay);
  else expect(read).toBeUndefined();
});

test.each([
  ['2026-03-04', '2026-03-04T00:00:00.000Z'],
  ['2026-03-04T05:06:07+02:00', '2026-03-04T03:06:07.000Z'],
  ['Wed, 04 Mar 2026 05:06:07 GMT', '2026-03-04T05:06:07.000Z'],
  [1_772_600_767_000, '2026-03-04T05:06:07.000Z'],
  ['1772600767000', '2026-03-04T05:06:07.000Z'],
  ['2026-03-04T05:06:07', '2026-03-04T05:06:07.000Z'],
  ['2026-03-04 05:06:07', '2026-03-04T05:06:07.000Z'],
  ['Mar 4, 2026', '2026-03-04T00:00:00.000Z'],
  ['Wed, 04 Mar 2026 05:06:07 EST', '2026-03-04T10:06:07.000Z'],
  ['Wed, 04 Mar 2026 05:06:07 +0100', '2026-03-04T04:06:07.000Z'],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('the date %j is read as %s', (written, date) => {
  expect(readDate(written)?.toISOString()).toBe(date);
});
