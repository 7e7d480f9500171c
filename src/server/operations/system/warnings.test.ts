import { describe, expect, test } from 'vitest';
import { type Circumstances, findWarnings } from './warnings.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');

const NOTHING = {
  counts: { registration: 0, claim: 0, rename: 0, job: 0, edit: 0, report: 0, question: 0 },
  total: 0,
  oldest: null,
  newest: null,
};

/** The state of a board that needs no attention. */
const FINE: Circumstances = {
  version: '1.0.0',
  database: { version: '18.1', embedded: true, bytes: 1, migrations: 1, migration: '0001' },
  disk: { free: 60_000_000_000, total: 100_000_000_000 },
  uploads: 'folder',
  mail: { sending: 'on', waiting: 3, failed: 0 },
  queue: { waiting: 3, failed: 0 },
  tasks: [
    { name: 'mails', succeeded: '2026-11-20T11:59:00.000Z', failed: '2026-11-19T00:00:00.000Z' },
  ],
  lastbackup: '2026-11-14T12:00:00.000Z',
  lastimport: null,
  sources: {
    count: 3,
    lastrun: '2026-11-20T11:00:00.000Z',
    proposed: 0,
    asking: 0,
    failing: 0,
    stopped: 0,
    restored: 0,
  },
  counts: { jobs: 1, companies: 1, people: 2, siteadmins: 2 },
  setup: { step: 'done', checks: [] },
  now: NOW,
  hasOpenDemoSignIn: false,
  isPublic: true,
  inbox: NOTHING,
  written: { imprint: true, contact: true },
};

const problemsOf = (changes: Partial<Circumstances>) =>
  findWarnings({ ...FINE, ...changes }).map(({ problem }) => problem);

describe('warnings', () => {
  test('a board without problems has no warnings', () => {
    expect(findWarnings(FINE)).toEqual([]);
  });

  test.each<[string, Partial<Circumstances>]>([
    ['disk is nearly full: 1 %', { disk: { free: 1_000_000_000, total: 100_000_000_000 } }],
    ['sign in as anyone', { hasOpenDemoSignIn: true }],
    ['No backup is known', { lastbackup: null }],
    ['more than 7 days old', { lastbackup: '2026-11-13T11:59:59.000Z' }],
    ['There is no site admin', { counts: { ...FINE.counts, siteadmins: 0 } }],
    ['no second site admin', { counts: { ...FINE.counts, siteadmins: 1 } }],
    ['No mail server', { mail: { ...FINE.mail, sending: 'off' } }],
    ['Emails are paused; 3 emails wait', { mail: { ...FINE.mail, sending: 'paused' } }],
    ['Emails are paused; 1 email waits', { mail: { sending: 'restored', waiting: 1, failed: 0 } }],
    ['1 email was not sent', { mail: { ...FINE.mail, failed: 1 } }],
    ['2 jobs of the queue have', { queue: { waiting: 0, failed: 2 } }],
    [
      '1 claim, 3 jobs and 2 reported jobs wait, the oldest for 20 hours.',
      {
        inbox: {
          counts: { ...NOTHING.counts, job: 3, claim: 1, report: 2 },
          total: 6,
          oldest: '2026-11-19T16:00:00.000Z',
          newest: '2026-11-19T16:00:00.000Z',
        },
      },
    ],
    ['The site has no imprint.', { written: { imprint: false, contact: true } }],
    ['Contact Us is empty', { written: { imprint: true, contact: false } }],
    ['3 sources are paused since', { sources: { ...FINE.sources, restored: 3 } }],
    ['1 source is paused after', { sources: { ...FINE.sources, stopped: 1 } }],
    ['The last run of 2 sources failed', { sources: { ...FINE.sources, failing: 2 } }],
    [
      'The last run of facts failed',
      { tasks: [{ name: 'facts', succeeded: null, failed: '2026-11-20T11:00:00.000Z' }] },
    ],
  ])('a warning says: %s', (text, changes) => {
    const problems = problemsOf(changes);
    expect(problems).toEqual([expect.stringContaining(text)]);
  });

  test.each<Partial<Circumstances>>([
    // A large disk has enough space even if only a few percent are free.
    { disk: { free: 50_000_000_000, total: 1_000_000_000_000 } },
    // A small disk has enough space if much of it is free.
    { disk: { free: 1_500_000_000, total: 10_000_000_000 } },
    // A board that only this machine can reach needs no mail server.
    { mail: { ...FINE.mail, sending: 'off' }, isPublic: false },
    { written: { imprint: false, contact: false }, isPublic: false },
    { lastbackup: '2026-11-13T12:00:00.000Z' },
  ])('the board has no warning for %j', (changes) => {
    expect(problemsOf(changes)).toEqual([]);
  });

  test('each warning says what to do', () => {
    for (const { problem, advice } of findWarnings({ ...FINE, lastbackup: null })) {
      expect(problem).toMatch(/\.$/);
      expect(advice).toMatch(/\.$/);
    }
  });
});
