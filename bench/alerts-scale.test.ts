import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alert_addresses, alert_changes, alerts } from '#server/db/alert-tables.ts';
import { matchChanges } from '#server/modules/alerts/matching/match-changes.ts';
import { alertQuery, readAlertQuery } from '#server/modules/alerts/searches/store-search.ts';
import { searchJobs } from '#server/modules/search/search-jobs.ts';
import { seedRandom } from '#server/modules/search/testing/random.ts';
import { isDeep } from '#tests/support/deep-run.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { processorTime } from './load/processor-time.mjs';
import { loadBoard } from './synthetic/load-board.mjs';

const JOBS = Number(process.env.SCALE_JOBS ?? 20_000);
const SEARCHES = Number(process.env.SCALE_SEARCHES ?? 100_000);
const NEW_JOBS = 2_500;
const SAMPLED = 1_000;

/** How much memory a run may add to the process (bytes). */
const MAX_MEMORY = 400 * 1024 * 1024;

const random = seedRandom(20_261_130);

let database: TestDatabase;
let postmaster: number;

/** The processor time of some work, in this process and in PostgreSQL (ms). */
async function cost(work: () => Promise<unknown>): Promise<{ node: number; database: number }> {
  const before = [await processorTime(process.pid), await processorTime(postmaster, true)];
  await work();
  const after = [await processorTime(process.pid), await processorTime(postmaster, true)];
  const [node = 0, inDatabase = 0] = after.map((time, at) => time - (before[at] ?? 0));
  return { node, database: inDatabase };
}

const total = ({ node, database }: { node: number; database: number }) => node + database;

describe.runIf(isDeep && process.platform === 'linux')('matching at scale', () => {
  beforeAll(async () => {
    database = await openTestDatabase();
    const { db } = database;
    const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const stat = await readFile(`/proc/${rows[0]?.pid}/stat`, 'utf8');
    postmaster = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    await loadBoard(
      database.url,
      { jobs: JOBS, seed: 1, until: new Date() },
      { say: () => {}, signal: new AbortController().signal },
    );
    await db.execute(sql`analyze`);
    await createSearches();
  });
  afterAll(() => database.close());

  async function createSearches(): Promise<void> {
    const { db } = database;
    const { rows } = await db.execute<{ title: string; location: string }>(
      sql`select title, location from jobs where closed_at is null order by md5(id::text) limit 20000`,
    );
    const queries = new Set<string>();
    while (queries.size < SEARCHES) {
      const title =
        random
          .pick(rows)
          .title.split(/[,(–-]/)[0]
          ?.trim() ?? '';
      const place = random.pick(rows).location;
      queries.add(
        alertQuery({
          q: random.chance(0.15) ? `${title} ${place}` : title,
          ...(random.chance(0.6) && { location: place }),
          ...(random.chance(0.25) && { type: random.pick(['Full-Time', 'Remote', 'Contract']) }),
          ...(random.chance(0.2) && { minsalary: String(10_000 * (4 + random.below(16))) }),
          ...(random.chance(0.15) && { level: random.pick(['senior', 'lead', 'entry']) }),
          ...(random.chance(0.1) && { workplace: random.pick(['remote', 'hybrid'] as const) }),
        }),
      );
    }
    const address = uuidv7();
    await db
      .insert(alert_addresses)
      .values({ id: address, address: 'a@b.example', link_secret: 'secret', time_zone: 'UTC' });
    const list = [...queries];
    for (let start = 0; start < list.length; start += 5_000) {
      await db.execute(sql`with stored as (
        insert into alert_searches (id, query, necessary, version)
          select gen_random_uuid(), query,  '{"all":[]}', ''
            from unnest(${sql.param(list.slice(start, start + 5_000))}::text[]) as query returning id
      ) insert into ${alerts} (id, address_id, search_id, frequency, confirmed_at)
        select gen_random_uuid(), ${address}, id, 'daily', now() from stored`);
    }
    await db.execute(sql`analyze`);
  }

  /** Records jobs as if they had just appeared. */
  const addChanges = (count: number) =>
    database.db.execute(sql`insert into ${alert_changes} (job_id)
      select job_id from job_search order by date desc limit ${count}`);

  test('matching 100,000 searches takes at most a tenth of the processor time of running each', async () => {
    const { db, url } = database;
    // Derive the necessary terms first, which happens once for each search.
    await addChanges(1);
    await matchChanges(db, { connectionString: url });
    await addChanges(NEW_JOBS);
    const memory = process.memoryUsage().rss;
    const start = performance.now();
    const matching = await cost(() => matchChanges(db, { connectionString: url }));
    const seconds = Math.round((performance.now() - start) / 1_000);
    expect(process.memoryUsage().rss - memory).toBeLessThan(MAX_MEMORY);
    const { rows } = await db.execute<{ query: string }>(
      sql`select query from alert_searches order by md5(id::text) limit ${SAMPLED}`,
    );
    const sampled = await cost(async () => {
      for (const { query } of rows) {
        await searchJobs(db, readAlertQuery(query), {
          order: 'newest',
          limit: 20,
          after: undefined,
          description: 'summary',
          isGrouped: true,
        });
      }
    });
    const each = total(sampled) / SAMPLED;
    process.stdout.write(
      `${SEARCHES} searches, ${JOBS} jobs, ${NEW_JOBS} new: ${JSON.stringify(matching)} ms in ${seconds} s; ${each} ms for each search of the board; ratio ${total(matching) / SEARCHES / each}\n`,
    );
    expect(total(matching)).toBeLessThan((total(sampled) * SEARCHES) / SAMPLED / 10);
  });
});
