import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { ACTORS, actAs } from '#server/db/act-as.ts';
import type { Database } from '#server/db/client.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { describeJob } from '#server/markdown/summary.ts';
import { dayOf } from '#shared/calendar-day.ts';
import { tellImport } from './import-notice.ts';
import { indexJobs } from './index-jobs.ts';
import type { BoardEnd, SourceBoard, SourceJob } from './source-board.ts';

export type ImportCounts = { added: number; updated: number; unchanged: number; closed: number };

/** What became of a board that was taken in. */
export type ImportedBoard = BoardEnd & { counts: ImportCounts };

/**
 * Takes an outside board in, in one transaction: what it lists is added, updated or reopened, and
 * what it no longer lists is closed. While PostgreSQL takes one batch in, the next is read.
 */
export async function importBoard(db: Database, board: SourceBoard): Promise<ImportedBoard> {
  try {
    return await actAs(db, ACTORS.import, async (tx) => {
      const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0, closed: 0 };
      let companyId: string | undefined;
      let piece = await board.jobs.next();
      while (!piece.done) {
        const batch = piece.value;
        companyId ??= await makeCompany(tx, board);
        const [written, next] = await bothOf(
          writeJobs(tx, board.source, companyId, batch),
          board.jobs.next(),
        );
        counts.added += written.added;
        counts.updated += written.updated;
        counts.unchanged += batch.length - written.added - written.updated;
        piece = next;
      }
      companyId ??= await lockCompany(tx, board);
      const { listed } = piece.value;
      if (companyId && listed) {
        counts.closed = await closeUnlisted(tx, board.source, companyId, listed);
      }
      await tellImport(tx, counts);
      return { counts, ...piece.value };
    });
  } finally {
    // Where the database failed, the file is still open.
    await board.jobs.return({ skipped: [], listed: undefined });
  }
}

/** Waits for both also where one fails: nothing goes on behind the failure. */
async function bothOf<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

/** The id of the company, which there is from now on. */
async function makeCompany(tx: Database, board: SourceBoard): Promise<string> {
  const { source, company } = board;
  await tx
    .insert(companies)
    .values({ id: uuidv7(), name: company.name, source, source_id: company.sourceId })
    .onConflictDoNothing({ target: [companies.source, companies.source_id] });
  const id = await lockCompany(tx, board);
  if (!id) throw new Error(`the company ${company.name} was deleted while it was imported`);
  return id;
}

/**
 * The company's id, if there is one; its row stays locked, so that two imports of one board take turns.
 * Others may add jobs to it meanwhile, which takes a share of the row's key.
 * https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS
 */
async function lockCompany(
  tx: Database,
  { source, company }: SourceBoard,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.source, source), eq(companies.source_id, company.sourceId)))
    .for('no key update');
  return row?.id;
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

/** How many were added and updated; what was already so is neither. */
async function writeJobs(
  tx: Database,
  source: string,
  companyId: string,
  batch: SourceJob[],
): Promise<{ added: number; updated: number }> {
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
  }));
  // A list for each column, and not a parameter for each value: that is quicker to send and to take.
  const lists = COLUMNS.map(
    (column) =>
      sql`${sql.param(rows.map((row) => row[column]))}::${sql.raw(jobs[column].getSQLType())}[]`,
  );
  // What its source lists again comes back where only that was the reason, or where the source has moved its last
  // day; what an admin has closed stays closed.
  const reopens = sql`(jobs.closed_at is not null
    and coalesce(${LAST_DAY} >= ${dayOf(new Date())}::date, true)
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
      returning xmax = 0 as inserted
    )
    select count(*) filter (where inserted)::integer as added,
      count(*) filter (where not inserted)::integer as updated
    from written`);
  if (!written) throw new Error('a count has no row');
  const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
  if (isLarge && first && last && written.added > 0) {
    await indexJobs(tx, { source, companyId, first, last });
  }
  return written;
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
