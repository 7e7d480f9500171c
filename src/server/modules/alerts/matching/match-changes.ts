import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, exists, gt, isNotNull, sql } from 'drizzle-orm';
import type pg from 'pg';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import {
  alert_changes,
  alert_run,
  alert_searches,
  alerts,
  type NecessaryTerms,
} from '#server/db/alert-tables.ts';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { job_facts } from '#server/db/fact-tables.ts';
import { openConnection } from '#server/db/open-connection.ts';
import { APPLICATION_NAME } from '#server/db/pools.ts';
import { job_search } from '#server/db/search-tables.ts';
import { createKnownParts, parseSearch } from '#server/modules/search/search-jobs.ts';
import { readStatistics } from '#server/modules/search/statistics.ts';
import { widestQuery } from '#server/modules/search/widest-query.ts';
import { readAlertQuery } from '../searches/store-search.ts';
import { type ChangedJobs, openChangedJobs } from './changed-jobs.ts';
import { DERIVATION, necessaryTerms } from './necessary-terms.ts';
import { type Match, storeMatches } from './store-matches.ts';

export type MatchOptions = {
  /** The URL of the database, for a session with tables of its own. */
  connectionString: string | undefined;
  /** Ends the matching after the current step. The next call continues. */
  signal?: AbortSignal | undefined;
  /** Whether to pause between the steps, so that they take at most half of the time of a core. */
  isGentle?: boolean;
  /** The number of searches whose matches are stored in one transaction. */
  searches?: number;
};

/** The maximum number of changed jobs in a run. It bounds the memory of a run to about 50 MB. */
const MAX_JOBS = 2_500;

/** The number of searches that one statement searches for. */
const SEARCHES_AT_ONCE = 20;

/**
 * Matches the jobs that have appeared, changed or reopened with the searches of alerts, and stores the jobs that each search
 * newly shows. Only one process does this at a time. An interrupted run is continued by the next call, and stores nothing
 * twice.
 * @returns the number of searches that were compared with jobs in the index
 */
export async function matchChanges(
  db: BoardDatabase,
  { connectionString, signal, isGentle = false, searches = 1_000 }: MatchOptions,
): Promise<{ jobs: number; searches: number; candidates: number }> {
  const matched = { jobs: 0, searches: 0, candidates: 0 };
  if (!(await hasWork(db))) return matched;
  let lost: Error | undefined;
  const client = await openConnection({
    connectionString,
    name: `${APPLICATION_NAME}-alerts`,
    onConnectionLost(error) {
      lost = error;
    },
  });
  try {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock($1) as free',
      [ADVISORY_LOCKS.alertMatching],
    );
    if (!rows[0]?.free) return matched;
    for (let run = await beginRun(db); run && !signal?.aborted; run = await beginRun(db)) {
      const found = await matchRun(db, client, run, { signal, isGentle, searches });
      if (lost) throw lost;
      if (!found) break;
      matched.jobs += run.jobs.length;
      matched.searches += found.compared;
      matched.candidates += found.candidates;
    }
    return matched;
  } finally {
    await client.end();
  }
}

async function hasWork(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists (select from ${alert_changes}) or exists (select from ${alert_run}) as found`,
  );
  return rows[0]?.found ?? false;
}

type Run = { jobs: string[]; numbers: number[]; after: string | null };

/**
 * Begins a run with the oldest changes, or returns the interrupted run. Jobs whose facts are not read yet wait, because the
 * facts decide what finds them. Returns undefined if nothing is left to match.
 */
async function beginRun(db: Database): Promise<Run | undefined> {
  const [interrupted] = await db.select().from(alert_run);
  if (interrupted) return interrupted;
  const changes = await db
    .select({ id: alert_changes.job_id, number: alert_changes.number })
    .from(alert_changes)
    .where(
      sql`not exists (
        select from ${job_search} as indexed where indexed.job_id = "alert_changes"."job_id" and not exists (
          select from ${job_facts} where job_facts.job_id = indexed.job_id and reader > 0
        )
      )`,
    )
    .orderBy(asc(alert_changes.number))
    .limit(MAX_JOBS);
  if (changes.length === 0) return undefined;
  const run = {
    jobs: changes.map(({ id }) => id),
    numbers: changes.map(({ number }) => number),
    after: null,
  };
  await db.insert(alert_run).values(run);
  return run;
}

type Matched = { compared: number; candidates: number };

/** Matches all searches with the jobs of a run. Returns undefined if the signal ends it before. */
async function matchRun(
  db: BoardDatabase,
  client: pg.Client,
  run: Run,
  {
    signal,
    isGentle,
    searches: limit,
  }: Pick<MatchOptions, 'signal' | 'isGentle'> & { searches: number },
): Promise<Matched | undefined> {
  const changed = await openChangedJobs(client, run.jobs);
  const matched = { compared: 0, candidates: 0 };
  if (changed.isEmpty) {
    await endRun(db, run);
    return matched;
  }
  for (let after = run.after; ; ) {
    const start = performance.now();
    const searches = await listSearches(db, after, limit);
    if (searches.length > 0) {
      const candidates = await matchSearches(db, changed, searches, { run, after });
      matched.compared += searches.length;
      matched.candidates += candidates;
    }
    after = searches.at(-1)?.id ?? after;
    if (searches.length < limit) break;
    if (signal?.aborted) return undefined;
    if (isGentle) await pause(performance.now() - start);
  }
  await endRun(db, run);
  return matched;
}

type StoredSearch = typeof alert_searches.$inferSelect;

/** The next searches that have a confirmed alert, in the order of their ids. */
function listSearches(db: Database, after: string | null, limit: number): Promise<StoredSearch[]> {
  const ofConfirmed = db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(eq(alerts.search_id, alert_searches.id), isNotNull(alerts.confirmed_at)));
  return db
    .select()
    .from(alert_searches)
    .where(and(after === null ? undefined : gt(alert_searches.id, after), exists(ofConfirmed)))
    .orderBy(asc(alert_searches.id))
    .limit(limit);
}

/**
 * Matches some searches, and stores their matches together with the position in the run. Returns the number of candidates:
 * the searches that were searched for in the changed jobs.
 */
async function matchSearches(
  db: BoardDatabase,
  changed: ChangedJobs,
  searches: StoredSearch[],
  { run, after }: { run: Run; after: string | null },
): Promise<number> {
  const version = `${DERIVATION} ${jobDictionary().digest}`;
  const known = createKnownParts();
  const derived: StoredSearch[] = [];
  const candidates: { id: string; query: string; possible: string[] }[] = [];
  for (const { id, query, ...stored } of searches) {
    const isCurrent = stored.version === version;
    const necessary = isCurrent ? stored.necessary : await derive(db, query);
    if (!isCurrent) derived.push({ ...stored, id, query, version, necessary });
    const possible = changed.withTerms(necessary);
    if (possible.length > 0) candidates.push({ id, query, possible });
  }
  const matches: Match[] = [];
  for (let start = 0; start < candidates.length; start += SEARCHES_AT_ONCE) {
    const some = candidates.slice(start, start + SEARCHES_AT_ONCE);
    const parsed = await Promise.all(
      some.map(async ({ query, possible }) => ({
        search: await parseSearch(db, readAlertQuery(query), known),
        possible,
      })),
    );
    for (const [index, jobs] of (await changed.findNew(parsed)).entries()) {
      const search_id = some[index]?.id;
      if (search_id) matches.push(...jobs.map((job_id) => ({ search_id, job_id })));
    }
  }
  await db.transaction(async (tx) => {
    await storeDerived(tx, derived);
    await storeMatches(tx, matches);
    // A process that has lost its lock without noticing must not move the run of another one on.
    const { rowCount } =
      await tx.execute(sql`update ${alert_run} set after = ${searches.at(-1)?.id ?? null}
      where after is not distinct from ${after}::uuid and jobs = ${sql.param(run.jobs)}::uuid[]`);
    if (rowCount !== 1) throw new Error('Another process has continued the run');
  });
  return candidates.length;
}

/** The terms that the jobs of a search must have; see `widestQuery`. */
async function derive(db: BoardDatabase, query: string): Promise<NecessaryTerms> {
  const [widest, { shares }] = await Promise.all([
    widestQuery(db, readAlertQuery(query)),
    readStatistics(db),
  ]);
  return necessaryTerms(widest, shares.words);
}

async function storeDerived(tx: Database, derived: StoredSearch[]): Promise<void> {
  if (derived.length === 0) return;
  await tx.execute(sql`update ${alert_searches} set necessary = derived.necessary, version = derived.version
    from jsonb_to_recordset(${JSON.stringify(derived)}::jsonb) as derived (id uuid, necessary jsonb, version text)
    where ${alert_searches.id} = derived.id`);
}

/** Ends a run. Jobs that have changed again meanwhile are matched again. */
async function endRun(db: Database, { jobs, numbers }: Run): Promise<void> {
  await db.transaction(async (tx) => {
    // Writers lock the same rows in any order, so wait for none of them. What they change is matched again.
    await tx.execute(sql`delete from ${alert_changes} where job_id in (
      select changes.job_id from ${alert_changes} as changes
        join unnest(${sql.param(jobs)}::uuid[], ${sql.param(numbers)}::bigint[]) as matched (job_id, number)
          using (job_id, number)
      for update of changes skip locked
    )`);
    await tx.delete(alert_run);
  });
}
