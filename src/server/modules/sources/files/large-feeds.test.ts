import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { companies, jobs } from '#server/db/schema.ts';
import { createJob } from '#tests/support/factories.ts';
import { run } from '#tests/support/process.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { type Posting, posting, setUpImports } from '../testing/ashby-files.ts';
import type { Feed } from './feed.ts';
import { importFeed } from './import-feed.ts';

const { board, pathOf, importText, importJobs } = setUpImports();

/** Enough jobs for several batches. */
const many = (values: Posting = {}) =>
  Array.from({ length: 2_345 }, (_, n) => posting({ id: `job-${n}`, ...values }));

describe('a feed of several batches', () => {
  test('is imported completely, and later imports update and close every job that has changed', async () => {
    const none = { added: 0, updated: 0, unchanged: 0, closed: 0 };
    const found = async (word: string) => (await board.get(`/api/jobs?q=${word}`)).body.total;
    expect((await importJobs(many()))?.counts).toEqual({ ...none, added: 2_345 });
    expect(await found('loom')).toBe(2_345);
    expect((await importJobs(many()))?.counts).toEqual({ ...none, unchanged: 2_345 });
    const fewer = many({ title: 'Weaver' }).slice(0, 2_001);
    expect((await importJobs(fewer))?.counts).toEqual({ ...none, updated: 2_001, closed: 344 });
    expect(await found('weaver')).toBe(2_001);
  });

  test('is imported in seconds, not minutes, even if the planner has the statistics of an empty board', async () => {
    await importJobs([posting()]);
    await board.db.execute(sql`delete from jobs`);
    await board.db.execute(sql`analyze`);
    expect((await importJobs(many()))?.counts?.added).toBe(2_345);
  }, 30_000);

  test('a feed that is cut off after the first batch changes nothing', async () => {
    await importJobs([posting()]);
    const before = await board.db.select().from(jobs);
    const whole = JSON.stringify({ jobs: many() });
    const outcome = await importText(whole.slice(0, -1_000));
    expect(outcome).toMatchObject({ skipped: [], note: expect.stringContaining('it is not JSON') });
    expect(await board.db.select().from(jobs)).toEqual(before);
    await importText(whole.slice(0, -1_000), 'New.json');
    expect(await board.db.$count(companies)).toBe(1);
  });

  test('only the first of two entries with the same id is imported, even if they are in different batches', async () => {
    const outcome = await importJobs([...many(), posting({ id: 'job-7', title: 'Again' })]);
    expect(outcome).toMatchObject({
      counts: { added: 2_345 },
      skipped: [{ job: 'job-7', reason: 'the file lists it twice' }],
    });
  });

  test('a feed changes nothing if the database rejects a later batch', async () => {
    const odd = posting({ id: 'odd', title: 'Loom 0' });
    await board.db.execute(
      sql`alter table jobs add constraint no_loom check (title <> 'Loom 0') not valid`,
    );
    try {
      const outcome = await importJobs([...many(), odd]);
      expect(outcome?.note).toBe(
        'refused: the database rejected its data (SQLSTATE 23514 no_loom)',
      );
      expect(await board.db.$count(jobs)).toBe(0);
      expect(await board.db.$count(companies)).toBe(0);
    } finally {
      await board.db.execute(sql`alter table jobs drop constraint no_loom`);
    }
  });

  test('the import of a large feed does not block new jobs of its company', async () => {
    await importJobs([posting()], 'Loom.json');
    const [company] = await board.db.select().from(companies);
    if (!company) throw new Error('the company is not there');
    const ofCompany = { company_id: company.id };
    async function* whileOtherAdds(): Feed['jobs'] {
      yield { url: 'https://jobs.example/loom', jobs: [] };
      await board.db.transaction(async (other) => {
        await other.execute(sql`set local lock_timeout = 5000`);
        await createJob(other, ofCompany);
      });
      return { url: undefined, skipped: [], listed: undefined };
    }
    const loom = { name: 'Loom' };
    await importFeed(board.db, { system: 'ashby', company: loom, jobs: whileOtherAdds() });
    expect(await board.db.$count(jobs)).toBe(2);
  });
});

test('a file several times larger than memory is imported', async () => {
  const database = await openTestDatabase();
  const path = pathOf('Large.json');
  try {
    const long = JSON.stringify(
      posting({ isListed: false, descriptionPlain: 'x'.repeat(100_000) }),
    );
    await pipeline(function* () {
      yield `{"jobs":[${JSON.stringify(posting())}`;
      for (let n = 0; n < 2_500; n++) yield `,${long}`;
      yield '],"apiVersion":"1"}';
    }, createWriteStream(path));
    const command = run(
      'import',
      { DATABASE_URL: database.url, NODE_OPTIONS: '--max-old-space-size=72' },
      [path],
    );
    expect(await command.ended).toBe(0);
    expect(command.output()).toMatch(/Large\.json +1 +0 +0 +0 +2500/);
  } finally {
    await database.close();
  }
});
