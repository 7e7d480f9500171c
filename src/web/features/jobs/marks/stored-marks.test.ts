import { expect, test } from 'vitest';
import { NO_MARKS, parseMarks } from './stored-marks.ts';

const ID = '0199a1c4-53d8-7b16-8f2c-0d9e6a4b7c15';
const MARK = { job: ID, saved: '2026-11-20T08:15:00.000Z', applied: null, hidden: null, note: '' };
const HIDDEN = { company: ID, companyname: 'Loom', hidden: '2026-11-20T08:15:00.000Z' };
const STORED = { version: 1, jobs: [MARK], companies: [HIDDEN], unsent: [`jobs/${ID}`] };

test('stored marks are read as they were written', () => {
  const { version: _, ...marks } = STORED;
  expect(parseMarks(JSON.stringify(STORED), undefined)).toEqual(marks);
});

test.each(['', '{', 'null', '7', '[]', '{"version":2}', '{"version":1,"jobs":7}'])(
  'the broken text %o has no marks',
  (text) => {
    expect(parseMarks(text, undefined)).toEqual(NO_MARKS);
  },
);

test('broken entries are left out, and the others stay', () => {
  const jobs = [null, {}, { ...MARK, job: 'x' }, { ...MARK, saved: 'today' }, MARK];
  const text = JSON.stringify({ ...STORED, jobs, companies: [7, HIDDEN], unsent: ['x', 7] });
  expect(parseMarks(text, undefined)).toEqual({ jobs: [MARK], companies: [HIDDEN], unsent: [] });
});

test('marks of another account are not read', () => {
  const text = JSON.stringify({ ...STORED, account: 'auth0|ada' });
  expect(parseMarks(text, undefined)).toEqual(NO_MARKS);
  expect(parseMarks(text, 'auth0|bo')).toEqual(NO_MARKS);
  expect(parseMarks(text, 'auth0|ada').jobs).toEqual([MARK]);
});
