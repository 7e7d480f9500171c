import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { jobs } from '#server/db/schema.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { closeOverdueJobs } from '../../jobs/commands.ts';
import { posting, setUpImports } from '../testing/ashby-files.ts';

const { board, importJobs } = setUpImports();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const LISTED = posting();
const OTHER = posting({ id: 'other', title: 'Spindle Builder' });

async function loomBuilder() {
  const stored = await board.db.select().from(jobs);
  const job = stored.find(({ title }) => title === 'Loom Builder');
  if (!job) throw new Error('the job is not there');
  return job;
}

const isOpen = async () => (await loomBuilder()).closed_at === null;

test('a job reopens if its source lists it again before its closing date is over where the job is', async () => {
  const listed = (location: string) =>
    posting({ title: 'Loom Builder', location, applicationDeadline: '2026-11-20' });
  const reopensIn = async (location: string) => {
    vi.setSystemTime('2026-11-20T09:00:00Z');
    await importJobs([listed(location), OTHER]);
    await importJobs([OTHER]);
    vi.setSystemTime('2026-11-21T03:00:00Z');
    await importJobs([listed(location), OTHER]);
    return isOpen();
  };
  expect(await reopensIn('Lisbon')).toBe(false);
  expect(await reopensIn('Los Angeles, CA')).toBe(true);
});

describe('a job that its source no longer lists', () => {
  test('closes, and reopens with its first date when it is listed again', async () => {
    await importJobs([LISTED, OTHER]);
    const { id, date } = await loomBuilder();
    expect((await importJobs([OTHER]))?.counts?.closed).toBe(1);
    expect((await board.app.inject({ url: `/api/jobs/${id}` })).statusCode).toBe(410);
    const again = posting({ publishedAt: '2026-11-01T00:00:00Z' });
    expect((await importJobs([again, OTHER]))?.counts?.updated).toBe(1);
    expect(await loomBuilder()).toMatchObject({ id, date, closed_at: null });
  });

  test('a job stays closed when its source lists it again after its closing date', async () => {
    await importJobs([LISTED, OTHER]);
    await board.db.update(jobs).set({ validthrough: '2026-11-19' });
    await importJobs([OTHER]);
    await importJobs([LISTED, OTHER]);
    expect(await isOpen()).toBe(false);
  });
});

describe('a job that an admin reopened', () => {
  const reopen = async (validthrough: string) => {
    const { id } = await loomBuilder();
    const admin = await createAccount(board.db, { role: 'siteadmin' });
    const reply = await board.ask('POST', `/api/jobs/${id}/reopen`, {
      token: await tokenFor(board.db, admin.id),
      body: { validthrough },
    });
    expect(reply.status).toBe(200);
  };

  test('stays open while its source omits it, and closes after the source has listed and then dropped it', async () => {
    await importJobs([LISTED, OTHER]);
    await importJobs([OTHER]);
    await reopen('');
    expect((await importJobs([OTHER]))?.counts?.closed).toBe(0);
    expect(await isOpen()).toBe(true);
    await importJobs([LISTED, OTHER]);
    expect((await importJobs([OTHER]))?.counts?.closed).toBe(1);
  });

  test('does not lose its new closing date if the source repeats the old date', async () => {
    const over = posting({ applicationDeadline: '2026-11-20' });
    await importJobs([over]);
    vi.setSystemTime('2026-11-21T12:00:00Z');
    await closeOverdueJobs(board.db);
    await reopen('2026-12-31');
    expect((await importJobs([over]))?.counts).toMatchObject({ added: 0, closed: 0 });
    expect(await loomBuilder()).toMatchObject({ validthrough: '2026-12-31', closed_at: null });
    await importJobs([posting({ applicationDeadline: '2026-12-24' })]);
    expect(await loomBuilder()).toMatchObject({ validthrough: '2026-12-24' });
  });
});

test('a job that an admin has closed stays closed after imports', async () => {
  await importJobs([LISTED]);
  await board.db.update(jobs).set({ closed_at: new Date(), closed_by: 'admin' });
  expect((await importJobs([LISTED]))?.counts).toMatchObject({ updated: 0, unchanged: 1 });
  await importJobs([posting({ title: 'Loom Builder', location: 'Porto' })]);
  expect(await loomBuilder()).toMatchObject({ location: 'Porto', closed_by: 'admin' });
  expect(await isOpen()).toBe(false);
});

describe('a closing date', () => {
  test.each([
    ['2026-12-01', '2026-12-01'],
    ['2026-12-01T09:30:00+02:00', '2026-12-01'],
    ['2026-12-01T23:30:00-02:00', '2026-12-01'],
    ['soon', null],
    [null, null],
    [7, null],
  ])(
    'a closing date is read from the source: %s becomes %s',
    async (applicationDeadline, validthrough) => {
      await importJobs([posting({ applicationDeadline })]);
      expect(await loomBuilder()).toMatchObject({ validthrough });
    },
  );

  test('stays as an admin has set it if the source does not state one', async () => {
    await importJobs([LISTED]);
    await board.db.update(jobs).set({ validthrough: '2026-12-24' });
    expect((await importJobs([LISTED]))?.counts?.unchanged).toBe(1);
    await importJobs([posting({ location: 'Porto' })]);
    expect(await loomBuilder()).toMatchObject({ location: 'Porto', validthrough: '2026-12-24' });
  });

  test.each([
    ['Los Angeles, CA', '2026-11-20', '2026-11-20'],
    ['Lisbon', '2026-11-20', null],
    ['Auckland', '2026-11-21', '2026-11-21'],
    ['Kiritimati, Kiribati', '2026-11-20', null],
  ])(
    'counts as past where the job is, here in %s: %s becomes %s',
    async (location, applicationDeadline, validthrough) => {
      vi.setSystemTime('2026-11-21T03:00:00Z');
      await importJobs([posting({ title: 'Loom Builder', location, applicationDeadline })]);
      expect(await loomBuilder()).toMatchObject({ validthrough, closed_at: null });
    },
  );

  test('of today counts as past where today is over', async () => {
    vi.setSystemTime('2026-11-21T12:00:00Z');
    const applicationDeadline = '2026-11-21';
    await importJobs([
      posting({ title: 'Loom Builder', location: 'Auckland', applicationDeadline }),
    ]);
    expect(await loomBuilder()).toMatchObject({ validthrough: null });
    expect(await closeOverdueJobs(board.db)).toBe(0);
  });

  test('that is already past when a job first appears does not close it, and the import says so', async () => {
    const past = posting({ applicationDeadline: '2026-11-01' });
    const outcome = await importJobs([past, OTHER]);
    expect(outcome?.note).toBe('1 job with a past closing date opened without it');
    expect(await loomBuilder()).toMatchObject({ validthrough: null, closed_at: null });
    expect(await closeOverdueJobs(board.db)).toBe(0);
    expect((await importJobs([past, OTHER]))?.counts?.unchanged).toBe(2);
    await importJobs([posting({ applicationDeadline: '2026-12-20' }), OTHER]);
    expect(await loomBuilder()).toMatchObject({ validthrough: '2026-12-20', closed_at: null });
  });

  test('that the source moves to the future reopens an expired job', async () => {
    await importJobs([posting({ applicationDeadline: '2026-11-20' })]);
    vi.setSystemTime('2026-11-21T00:00:00Z');
    expect(await closeOverdueJobs(board.db)).toBe(1);
    await importJobs([posting({ applicationDeadline: '2026-11-20' })]);
    expect(await isOpen()).toBe(false);
    await importJobs([posting({ applicationDeadline: '2026-12-20' })]);
    expect(await loomBuilder()).toMatchObject({ closed_by: null, validthrough: '2026-12-20' });
    expect(await isOpen()).toBe(true);
  });
});
