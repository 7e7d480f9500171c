import { and, eq, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { describeJob } from '#server/content/markdown/summary.ts';
import type { Database } from '#server/db/client.ts';
import { job_html } from '#server/db/html-tables.ts';
import { jobs } from '#server/db/schema.ts';
import type { FeedJob } from '#server/job-feeds/systems/feed-job.ts';
import { writeWithFacts } from '#server/modules/facts/commands.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import type { FeedCompany } from '../files/find-company.ts';
import { findOutdated } from './find-outdated.ts';
import { findEditedFields, findRemovedJobs } from './human-changes.ts';

/**
 * The columns whose values come from the source. `date` is not among them, because it always stays as first imported.
 */
export const SOURCE_COLUMNS = [
  'title',
  'type',
  'location',
  'more_places',
  'addresses',
  'workplace',
  'employment',
  'description',
  'summary',
  'summary_truncated',
  'salary',
  'pay_minimum',
  'pay_maximum',
  'pay_currency',
  'pay_unit',
  'applyurl',
  'applyemail',
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
  'feed',
] as const;

/**
 * SQL: whether the source has changed the closing date. If it has not, the stored date stays, because an admin may have
 * set it.
 */
const CLOSING_DATE_CHANGED = sql`(excluded.source_validthrough is not null
  and excluded.source_validthrough is distinct from jobs.source_validthrough)`;
const CLOSING_DATE = sql`case when ${CLOSING_DATE_CHANGED} then excluded.validthrough else jobs.validthrough end`;
/** SQL: when the job closes, by the time zone that is stored. */
const CLOSING_MOMENT = sql`closing_moment(${CLOSING_DATE},
  (select zone from job_facts where job_id = jobs.id))`;

/** The reason why a job of `Written.removed` is left out. */
export const REMOVED = 'a person deleted it or moved it to another company';

/** The remark about a job whose closing date is already past when the source first lists it. */
export const outdatedReason = (closes: PlainDate): string =>
  `its closing date ${closes} is already past, so it is open without one`;

export type Written = {
  added: number;
  updated: number;
  unchanged: number;
  /** The values that the source states for fields that people have edited, by the ids of the jobs at the source. */
  edited: Map<string, Record<string, unknown>>;
  /** The ids at the source of jobs that people have deleted or moved. These jobs are not written. */
  removed: string[];
  /** The jobs that were added without their closing date, because it is already past. */
  outdated: { job: string; closes: PlainDate }[];
};

/**
 * Adds the jobs, updates those that the company has from this source, and reopens those that had closed because the
 * source did not list them. Does not change what people have edited, deleted or moved. Stores the facts of the jobs and
 * updates the search index.
 */
export async function writeJobs(
  tx: Database,
  system: string,
  { id: companyId, feed }: FeedCompany,
  listed: FeedJob[],
): Promise<Written> {
  const ids = await lockJobs(tx, { system, companyId }, listed);
  const missing = listed.map(({ sourceId }) => sourceId).filter((id) => !ids.has(id));
  const removed = await findRemovedJobs(tx, { system, companyId }, missing);
  const batch = listed.filter(({ sourceId }) => !removed.has(sourceId));
  const edits = await findEditedFields(tx, [...ids.values()], SOURCE_COLUMNS);
  const stated = batch.map(({ sourceId, pay, ...job }) => ({
    ...job,
    ...describeJob(job.description),
    id: uuidv7(),
    company_id: companyId,
    pay_minimum: pay?.minimum ?? null,
    pay_maximum: pay?.maximum ?? null,
    pay_currency: pay?.currency ?? null,
    pay_unit: pay?.unit ?? null,
    source: system,
    source_id: sourceId,
    feed,
    source_validthrough: job.validthrough,
  }));
  // A source that lists a job offers it, so a past date in a new job is a mistake of the source.
  const outdated = await findOutdated(
    tx,
    stated.filter((row) => !ids.has(row.source_id)),
  );
  const editsOf = (sourceId: string) => edits.get(ids.get(sourceId) ?? '');
  // Values that a person has edited replace the values of the source.
  const rows = stated.map((row) => ({
    ...row,
    ...(outdated.has(row.id) && { validthrough: null }),
    ...editsOf(row.source_id),
  }));
  // Send one array for each column, because this is faster than one parameter for each value.
  const lists = COLUMNS.map((column) => {
    const values = rows.map((row) =>
      column === 'addresses' && row[column] ? JSON.stringify(row[column]) : row[column],
    );
    return sql`${sql.param(values)}::${sql.raw(jobs[column].getSQLType())}[]`;
  });
  // If the source lists a closed job again, the job reopens in two cases: an import had closed it, or the source has
  // changed its closing date. A job that an admin has closed stays closed.
  const reopens = sql`(jobs.closed_at is not null
    and coalesce(${CLOSING_MOMENT} >= ${new Date().toISOString()}::timestamptz, true)
    and (jobs.closed_by is null or (jobs.closed_by = 'day' and ${CLOSING_DATE_CHANGED})))`;
  // After a merge, a job may come from two feeds. The remaining company's own feed takes the job over, and so does a
  // feed that lists a closed job again. Otherwise, no feed would close the job, or the two feeds would close and reopen
  // it in turn.
  const takesOver = sql`(jobs.feed is not null and excluded.feed is null)`;
  const differs = sql`(${names(SOURCE_COLUMNS, 'jobs')}) is distinct from (${names(SOURCE_COLUMNS, 'excluded')})`;
  // A job that an admin has reopened loses this mark, because its source lists it again.
  const isKeptOpen = sql`jobs.kept_open`;
  const needsWrite = sql.join(
    [reopens, takesOver, CLOSING_DATE_CHANGED, isKeptOpen, differs],
    sql` or `,
  );
  const { added, updated } = await writeWithFacts(tx, async () => {
    const {
      rows: [written],
    } = await tx.execute<{ added: number; updated: number; ids: string[] }>(sql`
      with written as (
        insert into ${jobs} (${names(COLUMNS)})
        select * from unnest(${sql.join(lists, sql`, `)})
        on conflict (company_id, source, source_id) do update set
          ${SET_FROM_SOURCE}, validthrough = ${CLOSING_DATE}, kept_open = false,
          source_validthrough = coalesce(excluded.source_validthrough, jobs.source_validthrough),
          closed_at = case when not ${reopens} then jobs.closed_at end,
          closed_by = case when not ${reopens} then jobs.closed_by end,
          feed = case when ${takesOver} or ${reopens} then excluded.feed else jobs.feed end,
          version = jobs.version + 1, updated_at = now()
        where ${needsWrite}
        -- xmax is 0 in a row version that was inserted, not updated.
        returning id, xmax = 0 as inserted
      ), stale as (
        -- Rendered again at the end of the import, or by the first read.
        delete from ${job_html} using written where ${job_html.id} = written.id and not written.inserted
      )
      select count(*) filter (where inserted)::integer as added,
        count(*) filter (where not inserted)::integer as updated,
        coalesce(array_agg(id), '{}') as ids
      from written`);
    if (!written) throw new Error('a count has no row');
    return written;
  });
  return {
    added,
    updated,
    unchanged: batch.length - added - updated,
    edited: new Map(
      stated.flatMap((row) => {
        const edit = editsOf(row.source_id);
        return edit ? [[row.source_id, pick(row, Object.keys(edit))]] : [];
      }),
    ),
    removed: [...removed],
    outdated: stated
      .filter(({ id }) => outdated.has(id))
      .map((row) => ({ job: row.source_id, closes: row.source_validthrough ?? '' })),
  };
}

/**
 * Locks the existing jobs and returns their ids, by their ids at the source. Until the transaction ends, nobody can
 * edit or delete these jobs, so the data that was read is still true when the rows are written.
 */
async function lockJobs(
  tx: Database,
  { system, companyId }: { system: string; companyId: string },
  listed: FeedJob[],
): Promise<Map<string, string>> {
  const sourceIds = sql.param(listed.map(({ sourceId }) => sourceId));
  const rows = await tx
    .select({ id: jobs.id, source_id: sql<string>`${jobs.source_id}` })
    .from(jobs)
    .where(
      and(
        eq(jobs.company_id, companyId),
        eq(jobs.source, system),
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

function pick(row: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}
