import { expect, test } from 'vitest';
import { nextDue } from './due-time.ts';

const NO_DELAY = '0199a1c4-53d8-7b16-8f2c-0d9e6a4b0000';
const HALF_AN_HOUR = '0199a1c4-53d8-7b16-8f2c-0d9e6a4b8000';

const schedule = {
  frequency: 'daily',
  addressId: NO_DELAY,
  timeZone: 'Europe/Berlin',
  // A Monday.
  confirmedAt: new Date('2026-11-30T12:00:00Z'),
} as const;

const due = (changes: object, now: string) =>
  nextDue({ ...schedule, ...changes }, new Date(now))?.toISOString();

test.each([
  ['at 8 today', {}, '2026-11-30T06:59:59Z', '2026-11-30T07:00:00.000Z'],
  ['at 8 tomorrow', {}, '2026-11-30T07:00:00Z', '2026-12-01T07:00:00.000Z'],
  [
    'within the hour',
    { addressId: HALF_AN_HOUR },
    '2026-11-30T07:00:00Z',
    '2026-11-30T07:30:00.000Z',
  ],
  ['at 8 in summer time', {}, '2026-03-28T12:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['at 8 in winter time', {}, '2026-10-24T12:00:00Z', '2026-10-25T07:00:00.000Z'],
  [
    'at 8 west of UTC',
    { timeZone: 'America/Los_Angeles' },
    '2026-11-30T12:00:00Z',
    '2026-11-30T16:00:00.000Z',
  ],
  [
    'at 8 east of UTC',
    { timeZone: 'Pacific/Auckland' },
    '2026-11-30T12:00:00Z',
    '2026-11-30T19:00:00.000Z',
  ],
])('a daily mail is due %s', (_, changes, now, expected) => {
  expect(due(changes, now)).toBe(expected);
});

test.each([
  ['2026-11-30T12:00:00Z', '2026-12-07T07:00:00.000Z'],
  ['2026-12-02T12:00:00Z', '2026-12-07T07:00:00.000Z'],
  ['2026-12-07T06:00:00Z', '2026-12-07T07:00:00.000Z'],
])('a weekly mail is due on the day of the week of its confirmation', (now, expected) => {
  expect(due({ frequency: 'weekly' }, now)).toBe(expected);
});

test.each(['immediate', 'never'])(
  'an alert with the frequency %s is due at no fixed time',
  (frequency) => {
    expect(due({ frequency }, '2026-11-30T12:00:00Z')).toBeUndefined();
  },
);
