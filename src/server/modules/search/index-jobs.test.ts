import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { describeJob } from '#server/content/markdown/summary.ts';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { writeWithFacts } from '#server/modules/facts/commands.ts';
import { createCompany } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { expectIndexMatchesJobs } from './testing/search-index.ts';

const board = setUpTestBoard();

const makeJob = (company_id: string, number: number): typeof jobs.$inferInsert => ({
  id: uuidv7(),
  company_id,
  title: `Maker ${number}`,
  type: 'Remote',
  location: 'Lisbon',
  ...describeJob(`You will make ${number} things.`),
  salary: '$60K - $70K',
  applyurl: 'https://ada.example/apply',
});

async function writeJobs(tx: Database, count: number): Promise<string[]> {
  const company = await createCompany(tx);
  const rows = Array.from({ length: count }, (_, number) => makeJob(company.id, number));
  const { ids } = await writeWithFacts(tx, async () => {
    await tx.insert(jobs).values(rows);
    return { ids: rows.map(({ id }) => id) };
  });
  return ids;
}

/** Counts the rows of the index that `write` inserts and updates. */
async function countIndexWrites(tx: Database, write: () => Promise<unknown>) {
  const read = async () => {
    const { rows } = await tx.execute<{ inserted: number; updated: number }>(sql`
      select n_tup_ins::integer as inserted, n_tup_upd::integer as updated
      from pg_stat_xact_user_tables where relname = 'job_search'`);
    return rows[0] ?? { inserted: 0, updated: 0 };
  };
  // The statistics may contain earlier transactions of the connection.
  const before = await read();
  await write();
  const after = await read();
  return {
    inserted: after.inserted - before.inserted,
    updated: after.updated - before.updated,
  };
}

test.each([1, 250])('the index and the counts agree with %d written jobs', async (count) => {
  await board.db.transaction((tx) => writeJobs(tx, count));
  await expectIndexMatchesJobs(board.db);
  const { body } = await board.get('/api/jobs?q=maker&workplace=remote');
  expect(body.total).toBe(count);
});

test('a job is indexed once with its facts, when it is inserted and when it is updated', async () => {
  await board.db.transaction(async (tx) => {
    let ids: string[] = [];
    const insert = async () => {
      ids = await writeJobs(tx, 3);
    };
    expect(await countIndexWrites(tx, insert)).toEqual({ inserted: 3, updated: 0 });
    const update = () =>
      writeWithFacts(tx, async () => {
        await tx.update(jobs).set({ title: 'Poet', location: 'Porto' });
        return { ids };
      });
    expect(await countIndexWrites(tx, update)).toEqual({ inserted: 3, updated: 0 });
  });
  await expectIndexMatchesJobs(board.db);
});

test('jobs that are written later in the same transaction are indexed by the triggers', async () => {
  await board.db.transaction(async (tx) => {
    await writeJobs(tx, 1);
    await tx.update(jobs).set({ title: 'Poet' });
  });
  const { body } = await board.get('/api/jobs?q=poet');
  expect(body.total).toBe(1);
});

test('closed jobs are not indexed', async () => {
  await board.db.transaction(async (tx) => {
    const ids = await writeJobs(tx, 1);
    await writeWithFacts(tx, async () => {
      await tx.update(jobs).set({ closed_at: new Date() });
      return { ids };
    });
  });
  await expectIndexMatchesJobs(board.db);
  const { body } = await board.get('/api/jobs');
  expect(body.total).toBe(0);
});

test('no entries of the index wait in a pending list', async () => {
  await board.db.transaction((tx) => writeJobs(tx, 20));
  const { rows } = await board.db.execute(sql`
    select relname as index, gin_clean_pending_list(indexrelid)::integer as pages
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where indrelid = 'job_search'::regclass and amname = 'gin' order by 1`);
  expect(rows).toEqual([
    { index: 'job_search_by_heading', pages: 0 },
    { index: 'job_search_by_words', pages: 0 },
  ]);
});
