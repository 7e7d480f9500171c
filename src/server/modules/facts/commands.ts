import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { ne, sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import type { ExchangeRates } from '#server/content/pay/exchange-rates.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { CHANNEL } from '#server/db/change-listener.ts';
import type { Database } from '#server/db/client.ts';
import { board_time_zone, exchange_rates, job_facts } from '#server/db/fact-tables.ts';
import { ALL_JOBS } from '#server/http/page-cache/pending-response.ts';
import { StartupError } from '#server/platform/errors.ts';
import { indexJobs } from '../search/index-jobs.ts';
import { isKnownTimeZone, listFactSources, listUnread, readExchangeRates } from './queries.ts';
import { digestOf, type FactSource, READER_VERSION, readFacts } from './read-facts.ts';

/**
 * Writes jobs, stores their facts and adds them to the search index. The triggers would add them before their facts are
 * known, and each job would be indexed twice. If this fails, the transaction must be rolled back, because later writes
 * would not be indexed.
 * @param write inserts or updates jobs in this transaction, without calling this function, and returns the ids of all of them
 */
export async function writeWithFacts<Written extends { ids: string[] }>(
  tx: Database,
  write: () => Promise<Written>,
): Promise<Written> {
  await tx.execute(sql`select set_config('board.indexing', 'deferred', true)`);
  const written = await write();
  await storeFacts(tx, written.ids);
  await indexJobs(tx, written.ids);
  await tx.execute(sql`select set_config('board.indexing', '', true)`);
  return written;
}

/**
 * Reads the facts of jobs from their texts, stores them and updates the rows of jobs in the search index. Call this in
 * the transaction that writes the jobs, after the write.
 */
export async function storeFacts(tx: Database, ids: string[]): Promise<void> {
  await store(tx, await listFactSources(tx, ids));
}

async function store(tx: Database, sources: FactSource[]): Promise<void> {
  if (sources.length === 0) return;
  const rates = await readExchangeRates(tx);
  const dictionary = jobDictionary().digest;
  const rows = sources.map((source) => {
    const { pay, ...facts } = readFacts(source, rates);
    const isOpen = pay?.minimum === null || pay?.maximum === null;
    return {
      job_id: source.id,
      reader: READER_VERSION,
      digest: digestOf(source),
      dictionary,
      ...facts,
      [isOpen ? 'open_pay' : 'pay']: pay,
    };
  });
  await tx.execute(sql`
    insert into ${job_facts} (
      job_id, reader, digest, places, zone, closes_at, workplace, employment, level, visa, eligibility,
      pay, open_pay, rates_date, salary, salaries, reach, middle, skills, dictionary,
      group_id, terms
    )
    select job_id, reader, digest, places, zone,
      closing_moment((select validthrough from jobs where id = job_id), zone),
      workplace, employment, level, visa, eligibility, pay, open_pay, rates_date, salary, salaries, reach, middle,
      skills, dictionary, group_id, terms
    from jsonb_populate_recordset(null::job_facts, ${JSON.stringify(rows)}::jsonb)
    on conflict (job_id) do update set
      reader = excluded.reader, digest = excluded.digest, places = excluded.places,
      zone = excluded.zone, closes_at = excluded.closes_at,
      workplace = excluded.workplace, employment = excluded.employment,
      level = excluded.level, visa = excluded.visa,
      eligibility = excluded.eligibility, pay = excluded.pay, open_pay = excluded.open_pay,
      rates_date = excluded.rates_date, salary = excluded.salary,
      salaries = excluded.salaries, reach = excluded.reach, middle = excluded.middle,
      skills = excluded.skills, dictionary = excluded.dictionary, group_id = excluded.group_id,
      terms = excluded.terms
      where job_facts.reader <= excluded.reader
        and (
          job_facts.reader, job_facts.digest, job_facts.dictionary, job_facts.rates_date,
          job_facts.closes_at
        ) is distinct from (
          excluded.reader, excluded.digest, excluded.dictionary, excluded.rates_date,
          excluded.closes_at
        )`);
  const ids = sql.param(sources.map(({ id }) => id));
  await tx.execute(sql`select index_facts(${ids}::uuid[])`);
}

/**
 * Stores exchange rates. Currencies without a new rate keep their old one. New rates make the facts of jobs with pay in
 * other currencies than US dollars outdated; `readMissingFacts` reads these facts again.
 */
export async function storeExchangeRates(
  db: Database,
  { date, perEuro }: ExchangeRates,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${exchange_rates} in exclusive mode`);
    const former = await readExchangeRates(tx);
    const rows = Object.entries({ ...former.perEuro, ...perEuro });
    await tx.delete(exchange_rates);
    await tx
      .insert(exchange_rates)
      .values(rows.map(([currency, per_euro]) => ({ currency, per_euro, date })));
    await notifyOfJobs(tx);
  });
}

/**
 * Stores the time zone of the board. `readMissingFacts` then updates when the jobs close whose places have no time zone.
 * @throws StartupError if the database does not know the time zone
 */
export async function storeTimeZone(db: Database, zone: string): Promise<void> {
  if (!(await isKnownTimeZone(db, zone))) {
    throw new StartupError(
      `PostgreSQL does not know the time zone ${zone}; set another TIME_ZONE.`,
    );
  }
  await db
    .insert(board_time_zone)
    .values({ zone })
    .onConflictDoUpdate({
      target: board_time_zone.id,
      set: { zone },
      setWhere: ne(board_time_zone.zone, zone),
    });
}

/** Evicts the cached responses that contain jobs. */
async function notifyOfJobs(tx: Database): Promise<void> {
  await tx.execute(
    sql`select pg_notify(${CHANNEL}, topic) from unnest(array['jobs', ${ALL_JOBS}]) as topic`,
  );
}

/** The number of jobs whose facts are read at a time. */
const BATCH = 200;

const NIL_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Reads the missing and outdated facts of all jobs, as is necessary after an upgrade or a restore. Evicts the cached
 * responses of each batch. Only one process does this at a time. If it is interrupted, the next call reads the rest.
 * @param signal ends the reading after the current batch; if given, pauses between batches leave time for requests
 * @param waits whether to wait while another process is reading facts, instead of leaving the jobs to that process
 * @param onBatch called with the number of jobs read so far
 * @returns the number of jobs
 */
export async function readMissingFacts(
  db: Database,
  {
    signal,
    waits = false,
    onBatch,
  }: { signal?: AbortSignal; waits?: boolean; onBatch?: (jobs: number) => void } = {},
): Promise<number> {
  let after = NIL_ID;
  let count = 0;
  for (;;) {
    const start = performance.now();
    const batch = await db.transaction(async (tx) => {
      if (waits) await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.facts})`);
      else {
        const { rows: locks } = await tx.execute<{ free: boolean }>(
          sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.facts}) as free`,
        );
        if (!locks[0]?.free) return [];
      }
      // The jobs have not changed, so their alerts are not told of them.
      await tx.execute(sql`select set_config('board.alerts', 'off', true)`);
      const sources = await listUnread(tx, { after, limit: BATCH });
      await nextTurn();
      await store(tx, sources);
      if (sources.length > 0) await notifyOfJobs(tx);
      return sources;
    });
    count += batch.length;
    after = batch.at(-1)?.id ?? after;
    if (batch.length > 0) onBatch?.(count);
    if (batch.length < BATCH || signal?.aborted) return count;
    if (signal) await pause((performance.now() - start) / 2);
  }
}
