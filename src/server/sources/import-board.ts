import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { ACTORS, actAs } from '#server/db/act-as.ts';
import type { Database } from '#server/db/client.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { describeJob } from '#server/markdown/summary.ts';
import type { SourceBoard, SourceJob } from './source-board.ts';

export type ImportCounts = { added: number; updated: number; unchanged: number; closed: number };

/** Keeps a statement well below PostgreSQL's 65,535 parameters. */
const BATCH = 500;

/**
 * Takes an outside board in, in one transaction: what it lists is added, updated or reopened, and
 * what it no longer lists is closed.
 */
export async function importBoard(db: Database, board: SourceBoard): Promise<ImportCounts> {
  return actAs(db, ACTORS.import, async (tx) => {
    const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0, closed: 0 };
    const companyId = await lockCompany(tx, board);
    if (!companyId) return counts;
    for (let start = 0; start < board.jobs.length; start += BATCH) {
      const batch = board.jobs.slice(start, start + BATCH);
      const written = await writeJobs(tx, board.source, companyId, batch);
      const added = written.filter(({ inserted }) => inserted).length;
      counts.added += added;
      counts.updated += written.length - added;
      counts.unchanged += batch.length - written.length;
    }
    if (board.listed)
      counts.closed = await closeUnlisted(tx, board.source, companyId, board.listed);
    return counts;
  });
}

/**
 * The company's id; its row stays locked, so that two imports of one board take turns. Undefined
 * where there is none yet, and no job to make it for.
 */
async function lockCompany(
  tx: Database,
  { source, company, jobs }: SourceBoard,
): Promise<string | undefined> {
  if (jobs.length > 0) {
    await tx
      .insert(companies)
      .values({ id: uuidv7(), name: company.name, source, source_id: company.sourceId })
      .onConflictDoNothing({ target: [companies.source, companies.source_id] });
  }
  const [row] = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.source, source), eq(companies.source_id, company.sourceId)))
    .for('update');
  if (!row && jobs.length > 0) {
    throw new Error(`the company ${company.name} was deleted while it was imported`);
  }
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

/** The rows that were written; those that were already so are not among them. */
async function writeJobs(tx: Database, source: string, companyId: string, batch: SourceJob[]) {
  const excluded = (column: string) => sql.raw(`excluded."${column}"`);
  const list = (parts: SQL[]) => sql.join(parts, sql`, `);
  return (
    tx
      .insert(jobs)
      .values(
        batch.map(({ sourceId, pay, ...job }) => ({
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
        })),
      )
      .onConflictDoUpdate({
        target: [jobs.company_id, jobs.source, jobs.source_id],
        set: {
          ...Object.fromEntries(SOURCE_COLUMNS.map((column) => [column, excluded(column)])),
          closed_at: null,
          updated_at: sql`now()`,
        },
        setWhere: sql`${jobs.closed_at} is not null
        or (${list(SOURCE_COLUMNS.map((column) => sql`${jobs[column]}`))})
        is distinct from (${list(SOURCE_COLUMNS.map(excluded))})`,
      })
      // A row that was never updated has no deleting transaction.
      .returning({ inserted: sql<boolean>`xmax = 0` })
  );
}

async function closeUnlisted(
  tx: Database,
  source: string,
  companyId: string,
  listed: Set<string>,
): Promise<number> {
  const closed = await tx
    .update(jobs)
    .set({ closed_at: sql`now()`, updated_at: sql`now()` })
    .where(
      and(
        eq(jobs.company_id, companyId),
        eq(jobs.source, source),
        isNull(jobs.closed_at),
        sql`${jobs.source_id} <> all(${sql.param([...listed])}::text[])`,
      ),
    )
    .returning({ id: jobs.id });
  return closed.length;
}
