import { sql } from 'drizzle-orm';
import {
  type ChangeListener,
  DISCONNECTED,
  EVERYTHING,
  readChange,
} from '#server/db/change-listener.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { ALL_COMPANIES, job_search } from '#server/db/search-tables.ts';
import type { Hours } from '#shared/domain/employment-types.ts';

/**
 * SQL for the stored counts, which triggers update at every write; see `job_count_changes`. The columns have the same
 * names as in `job_search`, so the same conditions can be used.
 */
export const STORED = sql`(table job_counts union all table job_count_changes) as ${job_search}`;

/** The number of jobs with a type and a salary. */
export type Group = {
  type: string;
  salary: string;
  salaries: number;
  /** The days since the jobs were posted; see `ageOf`. Undefined if ages are not counted. */
  age?: number | null;
  /** The hours of remote jobs; see `hoursIfRemote`. Undefined if hours are not counted. */
  hours?: Hours | null;
  jobs: number;
};

/** Adds up the stored counts of these companies. */
export function readStoredCounts(db: BoardDatabase, companies: string[]): Promise<Group[]> {
  return db.reads.run<Group>(
    'stored_counts',
    sql`select type, salary, salaries, sum(jobs)::integer as jobs from ${STORED}
      where company_id = any(${sql.param(companies)}::uuid[])
      group by type, salary, salaries`,
  );
}

type Changes = Pick<ChangeListener, 'subscribe' | 'freshUntil'>;

/** The counts of the whole board, in the memory of this process; undefined after a change. */
type Memory = { changes: Changes; counts: Promise<Group[]> | undefined };

const memories = new WeakMap<BoardDatabase, Memory>();

/**
 * Keeps the counts of the whole board in memory until a job changes. Like the page cache, a request may use them only as
 * long as the change listener cannot miss a change.
 */
export function keepBoardCounts(db: BoardDatabase, changes: Changes): void {
  const memory: Memory = { changes, counts: undefined };
  memories.set(db, memory);
  const outdating = new Set(['jobs', EVERYTHING, DISCONNECTED]);
  changes.subscribe((changed) => {
    if (outdating.has(readChange(changed).topic)) memory.counts = undefined;
  });
}

/** Returns the counts of the whole board. Each list without words shows their sum. */
export function readBoardCounts(database: BoardDatabase): Promise<Group[]> {
  // All networks share the counts, so use the database without the limit per network.
  const db = database.shared ?? database;
  const memory = memories.get(db);
  if (!memory || performance.now() > memory.changes.freshUntil()) {
    return readStoredCounts(database, [ALL_COMPANIES]);
  }
  if (memory.counts) return memory.counts;
  const counts = readStoredCounts(db, [ALL_COMPANIES]);
  memory.counts = counts;
  counts.catch(() => {
    if (memory.counts === counts) memory.counts = undefined;
  });
  return counts;
}
