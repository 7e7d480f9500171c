import { expect, test } from 'vitest';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import { daysLeft, defaultClosingDate, earliestClosingDate, lastSoonDate } from './job-lifetime.ts';

const lateEvening = new Date('2026-12-31T23:59:59.999Z');

test('a job closes 60 days after its UTC date, across years and leap days', () => {
  expect(defaultClosingDate(lateEvening, JOB_LIFETIME_DAYS)).toBe('2027-03-01');
  expect(defaultClosingDate(new Date('2028-01-01T00:00:00Z'), JOB_LIFETIME_DAYS)).toBe(
    '2028-03-01',
  );
});

test('the last closing date that counts as soon is a week after the UTC date', () => {
  expect(lastSoonDate(lateEvening)).toBe('2027-01-07');
});

test('days are counted to the moment at which a job closes', () => {
  const inLosAngeles = '2027-01-01T07:59:59.999Z';
  expect(daysLeft(inLosAngeles, new Date('2026-12-24T08:00:00Z'))).toBe(7);
  expect(daysLeft(inLosAngeles, new Date('2026-12-31T08:00:00Z'))).toBe(0);
  expect(daysLeft(inLosAngeles, new Date('2027-01-01T07:00:00Z'))).toBe(0);
  expect(daysLeft(inLosAngeles, new Date('2027-01-01T08:00:00Z'))).toBe(-1);
});

test('a day is over everywhere at noon of the next day in UTC', () => {
  expect(earliestClosingDate(new Date('2026-12-31T11:59:59.999Z'))).toBe('2026-12-30');
  expect(earliestClosingDate(new Date('2026-12-31T12:00:00Z'))).toBe('2026-12-31');
});
