import { expect, test } from 'vitest';
import { daysLeft, defaultClosingDate, lastSoonDate } from './job-lifetime.ts';

const lateEvening = new Date('2026-12-31T23:59:59.999Z');

test('a job closes 60 days after its UTC date, across years and leap days', () => {
  expect(defaultClosingDate(lateEvening)).toBe('2027-03-01');
  expect(defaultClosingDate(new Date('2028-01-01T00:00:00Z'))).toBe('2028-03-01');
});

test('days are counted in UTC, at any time of the day', () => {
  expect(lastSoonDate(lateEvening)).toBe('2027-01-07');
  expect(daysLeft('2027-01-07', lateEvening)).toBe(7);
  expect(daysLeft('2026-12-31', lateEvening)).toBe(0);
  expect(daysLeft('2026-12-31', new Date('2026-12-31T00:00:00Z'))).toBe(0);
  expect(daysLeft('2026-12-30', lateEvening)).toBe(-1);
});
