import { expect, test } from 'vitest';
import type { SourceRun } from '#shared/contract/sources.ts';
import { NO_COUNTS } from '#shared/domain/sources.ts';
import {
  describeNeed,
  describeRun,
  describeState,
  formatCounts,
  intervalOptions,
} from './describe-source.ts';

const run = (values: Partial<SourceRun>): SourceRun => ({
  id: '1',
  outcome: 'applied',
  started: '2026-11-24T12:00:00.000Z',
  ended: '2026-11-24T12:00:03.000Z',
  listed: 13,
  counts: NO_COUNTS,
  open: 13,
  requests: 1,
  bytes: 1_000,
  error: '',
  skipped: [],
  changes: false,
  ...values,
});

test.each([
  [{}, 'Nothing changed'],
  [{ counts: { ...NO_COUNTS, added: 2, closed: 1, unchanged: 1_200 } }, '2 added, 1 closed'],
  [{ outcome: 'running', listed: 0 }, 'Reading…'],
  [{ outcome: 'running', listed: 1 }, 'Reading… 1 job so far'],
  [{ outcome: 'running', listed: 1_200 }, 'Reading… 1,200 jobs so far'],
  [
    { outcome: 'asked', counts: { ...NO_COUNTS, closed: 7 } },
    'Not applied: 7 of 13 open jobs would close',
  ],
  [{ outcome: 'failed', error: 'The site did not answer.' }, 'Failed: The site did not answer.'],
  [{ outcome: 'undone', counts: { ...NO_COUNTS, added: 3 } }, 'Undone: 3 added'],
] as [Partial<SourceRun>, string][])('a run with %o is described as “%s”', (values, text) => {
  expect(describeRun(run(values))).toBe(text);
});

test('the counts of a run name everything that a person may want to check', () => {
  expect(
    formatCounts({
      added: 1,
      changed: 2,
      unchanged: 3,
      missing: 4,
      closed: 5,
      reopened: 6,
      reposted: 7,
      skipped: 8,
    }),
  ).toBe(
    '1 added, 2 changed, 5 closed, 6 reopened, 7 posted again, 4 missing for the first time, 8 left out',
  );
});

test.each([
  [{ state: 'active', pausedby: null, failures: 0 }, 'Active'],
  [{ state: 'active', pausedby: null, failures: 2 }, 'Failing'],
  [{ state: 'paused', pausedby: 'restored', failures: 0 }, 'Paused since the board was restored'],
  [{ state: 'asking', pausedby: null, failures: 0 }, 'Waiting for your answer'],
  [{ state: 'proposed', pausedby: null, failures: 0 }, 'Waiting for approval'],
] as const)('a source that is %o is described as “%s”', (source, text) => {
  expect(describeState(source)).toBe(text);
});

test('the options for the interval of a source include its current interval, even an unusual one', () => {
  expect(intervalOptions(360)).toHaveLength(6);
  expect(intervalOptions(90)).toContainEqual({ value: 90, label: 'Every 90 minutes' });
});

test.each([
  [{ state: 'proposed', pausedby: null }, 'waits for a site admin’s approval.'],
  [{ state: 'asking', pausedby: null }, 'waits for your answer.'],
  [{ state: 'paused', pausedby: 'failing' }, 'is paused after many failures.'],
  [{ state: 'paused', pausedby: 'restored' }, 'is paused since the board was restored.'],
  [{ state: 'active', pausedby: null }, 'failed; it is read again later.'],
] as const)('on the dashboard, a source with %o “%s”', (source, text) => {
  expect(describeNeed(source)).toBe(text);
});
