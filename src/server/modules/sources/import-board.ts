import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { describeJob } from '#server/content/markdown/summary.ts';
import type { Database } from '#server/db/client.ts';
import { job_html } from '#server/db/html-tables.ts';
import { jobs } from '#server/db/schema.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { toPlainDate } from '#shared/plain-date.ts';
import { indexJobs } from '../search/index-jobs.ts';
import { lockCompany, makeCompany } from './find-company.ts';
import { findEditedFields, findRemovedJobs } from './human-changes.ts';
import { notifyImport } from './import-notice.ts';
import type { BoardEnd, SourceBoard, SourceJob } from './source-board.ts';

export type ImportCounts = { added: number; updated: number; unchanged: number; closed: number };

/** What became of a board that was imported. */
export type ImportedBoard = Pick<BoardEnd, 'skipped' | 'listed'> & {
  counts: ImportCounts;
  /** How many jobs keep fields that people edited. */
  edited: number;
};

export type ImportOptions = {
  /** Closes however many jobs the board no longer lists. */
  force?: boolean | undefined;
};

/** A board may close so many jobs at once, or else this share of its open ones: a feed that is cut short closes more. */
const CLOSED_AT_ONCE = { jobs: 5, share: 0.25 };

/** The board lists so few of its jobs that it is hardly whole; nothing of it is imported. */
export class TooManyClosedError extends Error {
  override name = 'TooManyClosedError';
}

/**
 * Imports an outside board in one transaction: what it lists is added, updated or reopened, and what it no longer
 * lists is closed. While PostgreSQL writes one batch, the next is read. What people edited, deleted or moved stays so.
 * @throws TooManyClosedError, CompanyDeletedError
 */
export async function importBoard(
  db: Database,
  board: SourceBoard,
  { force = false }: ImportOptions = {},
): Promise<ImportedBoard> {
  try {
    return await withActor(db, ACTORS.import, async (tx) => {
      const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0, closed: 0 };
      const removed: BoardEnd['skipped'] = [];
      let edited = 0;
      let companyId: string | undefined;
      let openBefore = 0;
      let piece = await board.jobs.next();
      while (!piece.done) {
        const { url, jobs: batch } = piece.value;
        if (companyId === undefined) {
          const jobIds = batch.map(({ sourceId }) => sourceId);
          companyId = await makeCompany(tx, { ...board, url, jobIds });
          openBefore = await countOpen(tx, board.source, companyId);
        }
        const [written, next] = await bothOf(
          writeJobs(tx, board.source, companyId, batch),
          board.jobs.next(),
        );
        counts.added += written.added;
        counts.updated += written.updated;
        counts.unchanged += written.unchanged;
        edited += written.edited;
        for (const job of written.removed) removed.push({ job, reason: REMOVED });
        piece = next;
      }
      const { url, listed, skipped } = piece.value;
      if (companyId === undefined) {
        companyId = await lockCompany(tx, { ...board, url, jobIds: [...(listed ?? [])] });
        if (companyId) openBefore = await countOpen(tx, board.source, companyId);
      }
      if (companyId && listed) {
        counts.closed = await closeUnlisted(tx, board.source, companyId, listed);
        if (!force) refuseMany(counts.closed, openBefore);
      }
      await notifyImport(tx, counts);
      return { counts, edited, listed, skipped: [...skipped, ...removed] };
    });
  } finally {
    // Where the database failed, the file is still open.
    await board.jobs.return({ url: undefined, skipped: [], listed: undefined });
  }
}

const REMOVED = 'a person deleted it or moved it to another company';

/** How many of a company's jobs from this source are open. */
function countOpen(tx: Database, source: string, companyId: string): Promise<number> {
  const ofBoard = and(eq(jobs.company_id, companyId), eq(jobs.source, source));
  return tx.$count(jobs, and(ofBoard, isNull(jobs.closed_at)));
}

/** @throws TooManyClosedError */
function refuseMany(closed: number, open: number): void {
  if (closed <= CLOSED_AT_ONCE.jobs || closed <= CLOSED_AT_ONCE.share * open) return;
  throw new TooManyClosedError(
    `it would close ${closed} of ${open} open jobs; if it is complete, import it with --force`,
  );
}

/** Waits for both also where one fails: nothing goes on behind the failure. */
async function bothOf<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

/** What the source says of a job; the day it was first posted stays as it was first told. */
const SOURCE_COLUMNS = [
  'title',
  'type',
  'location',
  'more_places',
  'description',
  'summary',
  'summary_truncated',
  'salary',
  'pay_minimum',
  'pay_maximum',
  'pay_currency',
  'pay_unit',
  'applyurl',
] as const;

const COLUMNS = [
  ...SOURCE_COLUMNS,
  'validthrough',
  'source_validthrough',
  'id',
  'company_id',
  'date',
  'source',
  'source_id',
] as const;

/** Whether the source names another last day than before: else the one stays that an admin may have set. */
const IS_MOVED = sql`(excluded.source_validthrough is not null
  and excluded.source_validthrough is distinct from jobs.source_validthrough)`;
const LAST_DAY = sql`case when ${IS_MOVED} then excluded.validthrough else jobs.validthrough end`;

/** So many jobs make it worth while to share their indexing among processes. */
const WORTH_SHARING = 200;

type Written = Pick<ImportCounts, 'added' | 'updated' | 'unchanged'> & {
  /** How many jobs keep fields that people edited. */
  edited: number;
  /** By their source's ids, those that people deleted or moved: they are left alone. */
  removed: string[];
};

async function writeJobs(
  tx: Database,
  source: string,
  companyId: string,
  listed: SourceJob[],
): Promise<Written> {
  const ids = await lockJobs(tx, { source, companyId }, listed);
  const missing = listed.map(({ sourceId }) => sourceId).filter((id) => !ids.has(id));
  const removed = await findRemovedJobs(tx, { source, companyId }, missing);
  const batch = listed.filter(({ sourceId }) => !removed.has(sourceId));
  const edits = await findEditedFields(tx, [...ids.values()], SOURCE_COLUMNS);
  const isLarge = batch.length >= WORTH_SHARING;
  await tx.execute(sql`select set_config('board.indexed_later', ${isLarge ? 'on' : ''}, true)`);
  const rows = batch.map(({ sourceId, pay, ...job }) => ({
    ...job,
    ...describeJob(job.description),
    id: uuidv7(),
    company_id: companyId,
    pay_minimum: pay?.minimum ?? null,
    pay_maximum: pay?.maximum ?? null,
    pay_currency: pay?.currency ?? null,
    pay_unit: pay?.unit ?? null,
    source,
    source_id: sourceId,
    source_validthrough: job.validthrough,
    // What a person wrote counts as what the source says.
    ...edits.get(ids.get(sourceId) ?? ''),
  }));
  // A list for each column, and not a parameter for each value: that is quicker to send and to take.
  const lists = COLUMNS.map(
    (column) =>
      sql`${sql.param(rows.map((row) => row[column]))}::${sql.raw(jobs[column].getSQLType())}[]`,
  );
  // What its source lists again comes back where only that was the reason, or where the source has moved its last
  // day; what an admin has closed stays closed.
  const reopens = sql`(jobs.closed_at is not null
    and coalesce(${LAST_DAY} >= ${toPlainDate(new Date())}::date, true)
    and (jobs.closed_by is null or (jobs.closed_by = 'day' and ${IS_MOVED})))`;
  const {
    rows: [written],
  } = await tx.execute<{ added: number; updated: number }>(sql`
    with written as (
      insert into ${jobs} (${names(COLUMNS)})
      select * from unnest(${sql.join(lists, sql`, `)})
      on conflict (company_id, source, source_id) do update set
        ${SET_FROM_SOURCE}, validthrough = ${LAST_DAY}, kept_open = false,
        source_validthrough = coalesce(excluded.source_validthrough, jobs.source_validthrough),
        closed_at = case when not ${reopens} then jobs.closed_at end,
        closed_by = case when not ${reopens} then jobs.closed_by end,
        version = jobs.version + 1, updated_at = now()
      where ${reopens} or ${IS_MOVED} or jobs.kept_open
        or (${names(SOURCE_COLUMNS, 'jobs')}) is distinct from (${names(SOURCE_COLUMNS, 'excluded')})
      -- A row that was never updated has no deleting transaction.
      returning id, xmax = 0 as inserted
    ), stale as (
      -- Rendered anew at the end of the import, or by the first read.
      delete from ${job_html} using written where ${job_html.id} = written.id and not written.inserted
    )
    select count(*) filter (where inserted)::integer as added,
      count(*) filter (where not inserted)::integer as updated
    from written`);
  if (!written) throw new Error('a count has no row');
  const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
  if (isLarge && first && last && written.added > 0) {
    await indexJobs(tx, { source, companyId, first, last });
  }
  const { added, updated } = written;
  return {
    added,
    updated,
    unchanged: batch.length - added - updated,
    edited: edits.size,
    removed: [...removed],
  };
}

/**
 * The ids of the jobs that are there, by their source's. Until the transaction ends, nobody edits or deletes them
 * between what is read of them and what is written.
 */
async function lockJobs(
  tx: Database,
  { source, companyId }: { source: string; companyId: string },
  listed: SourceJob[],
): Promise<Map<string, string>> {
  const sourceIds = sql.param(listed.map(({ sourceId }) => sourceId));
  const rows = await tx
    .select({ id: jobs.id, source_id: sql<string>`${jobs.source_id}` })
    .from(jobs)
    .where(
      and(
        eq(jobs.company_id, companyId),
        eq(jobs.source, source),
        sql`${jobs.source_id} = any(${sourceIds}::text[])`,
      ),
    )
    .for('no key update');
  return new Map(rows.map(({ id, source_id }) => [source_id, id]));
}

function names(columns: readonly string[], table?: 'jobs' | 'excluded'): SQL {
  const of = table ? `${table}.` : '';
  return sql.raw(columns.map((column) => `${of}"${column}"`).join(', '));
}

const SET_FROM_SOURCE = sql.raw(
  SOURCE_COLUMNS.map((column) => `"${column}" = excluded."${column}"`).join(', '),
);

async function closeUnlisted(
  tx: Database,
  source: string,
  companyId: string,
  listed: ReadonlySet<string>,
): Promise<number> {
  const closed = await tx
    .update(jobs)
    .set({ closed_at: sql`now()`, updated_at: sql`now()` })
    .where(
      and(
        eq(jobs.company_id, companyId),
        eq(jobs.source, source),
        isNull(jobs.closed_at),
        // What an admin has opened all the same stays so.
        eq(jobs.kept_open, false),
        sql`${jobs.source_id} <> all(${sql.param([...listed])}::text[])`,
      ),
    )
    .returning({ id: jobs.id });
  return closed.length;
}
