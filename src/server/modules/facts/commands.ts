import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { CHANNEL } from '#server/db/change-listener.ts';
import type { Database } from '#server/db/client.ts';
import { job_facts } from '#server/db/fact-tables.ts';
import { ALL_JOBS } from '#server/http/page-cache/pending-response.ts';
import { listFactSources, listUnread } from './queries.ts';
import { digestOf, type FactSource, READER_VERSION, readFacts } from './read-facts.ts';

/**
 * Reads and stores the facts of jobs and updates the search index. Call it in the transaction that writes the jobs,
 * after writing them.
 */
export async function storeFacts(tx: Database, ids: string[]): Promise<void> {
  await store(tx, await listFactSources(tx, ids));
}

async function store(tx: Database, sources: FactSource[]): Promise<void> {
  if (sources.length === 0) return;
  const rows = sources.map((source) => ({
    job_id: source.id,
    reader: READER_VERSION,
    digest: digestOf(source),
    ...readFacts(source),
  }));
  await tx.execute(sql`
    insert into ${job_facts} (job_id, reader, digest, places, workplace, employment, eligibility, pay, terms)
    select job_id, reader, digest, places, workplace, employment, eligibility, pay, terms
    from jsonb_populate_recordset(null::job_facts, ${JSON.stringify(rows)}::jsonb)
    on conflict (job_id) do update set
      reader = excluded.reader, digest = excluded.digest, places = excluded.places,
      workplace = excluded.workplace, employment = excluded.employment,
      eligibility = excluded.eligibility, pay = excluded.pay, terms = excluded.terms
      where job_facts.reader <= excluded.reader
        and (job_facts.reader, job_facts.digest) is distinct from (excluded.reader, excluded.digest)`);
  const ids = sql.param(sources.map(({ id }) => id));
  await tx.execute(sql`select index_facts(${ids}::uuid[])`);
}

/** How many jobs are read at a time. */
const BATCH = 200;

const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** The key of an advisory lock that nothing else uses. */
const LOCK = 7_206_015;

/**
 * Reads the missing and outdated facts of all jobs, as needed after an upgrade or a restore, and evicts the cached
 * responses of each batch. Only one process does this at a time. After an interruption it continues where it ended.
 * @param onBatch receives the number of jobs read so far
 * @returns the number of jobs
 */
export async function readMissingFacts(
  db: Database,
  { signal, onBatch }: { signal?: AbortSignal; onBatch?: (jobs: number) => void } = {},
): Promise<number> {
  let after = NIL_ID;
  let count = 0;
  for (;;) {
    const start = performance.now();
    const batch = await db.transaction(async (tx) => {
      const { rows: locks } = await tx.execute<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock(${LOCK}) as free`,
      );
      if (!locks[0]?.free) return [];
      const sources = await listUnread(tx, { after, limit: BATCH });
      await nextTurn();
      await store(tx, sources);
      if (sources.length > 0) {
        await tx.execute(
          sql`select pg_notify(${CHANNEL}, topic) from unnest(array['jobs', ${ALL_JOBS}]) as topic`,
        );
      }
      return sources;
    });
    count += batch.length;
    after = batch.at(-1)?.id ?? after;
    if (batch.length > 0) onBatch?.(count);
    if (batch.length < BATCH || signal?.aborted) return count;
    if (signal) await pause((performance.now() - start) / 2);
  }
}
