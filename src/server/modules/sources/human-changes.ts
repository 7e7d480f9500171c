import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import { ACTORS } from '#server/db/with-actor.ts';

/**
 * What people did to imported rows, as the audit trail says, so that an import never undoes it. A person is an account;
 * no command of the board's, and no change from outside the board.
 */
const BY_PERSON = sql`${audit_events.actor} <> all(${sql.param([...Object.values(ACTORS), ''])}::text[])`;

/** Of a row that was deleted, or a job that was moved to another company. As the index has it. */
const GONE = sql`${audit_events.action} <> 'create'
  and (${audit_events.after} is null
    or ${audit_events.after} ->> 'company_id' <> ${audit_events.before} ->> 'company_id')`;

const was = (name: string): SQL<string> => sql`${audit_events.before} ->> ${sql.raw(`'${name}'`)}`;

type JobRow = typeof jobs.$inferSelect;
type Column = keyof JobRow & string;

/** Columns that say one thing together: where a person edited the first, an import keeps them all. */
const FOLLOWERS: { [Name in Column]?: readonly Column[] } = {
  description: ['summary', 'summary_truncated'],
  location: ['more_places'],
  salary: ['pay_minimum', 'pay_maximum', 'pay_currency', 'pay_unit'],
};

/** The edited fields of a job, by column. */
export type EditedFields = Partial<JobRow>;

/**
 * The fields of these jobs that people edited, with their values; a field counts while it has the value that the last
 * edit gave it. By the job's id.
 */
export async function findEditedFields(
  tx: Database,
  jobIds: string[],
  columns: readonly Column[],
): Promise<Map<string, EditedFields>> {
  const { rows } = await tx.execute<{ id: string; column: Column }>(sql`
    select edit.id, edit.column from (
      select distinct on (${audit_events.thing_id}, change.key)
        ${audit_events.thing_id} as id, change.key as column, change.value
      from ${audit_events}, jsonb_each(${audit_events.after}) change
      where ${audit_events.kind} = 'job' and ${audit_events.action} = 'update'
        and ${audit_events.thing_id} = any(${sql.param(jobIds)}::text[]) and ${BY_PERSON}
        and change.key = any(${sql.param([...columns])}::text[])
        and change.value is distinct from ${audit_events.before} -> change.key
      order by ${audit_events.thing_id}, change.key, ${audit_events.id} desc
    ) edit join ${jobs} on ${jobs.id}::text = edit.id
    where to_jsonb(${jobs}) -> edit.column = edit.value`);
  if (rows.length === 0) return new Map();
  const stored = await tx
    .select()
    .from(jobs)
    .where(inArray(jobs.id, [...new Set(rows.map(({ id }) => id))]));
  return new Map(
    stored.map((row) => {
      const edited = rows.filter(({ id }) => id === row.id).map(({ column }) => column);
      const retained = edited.flatMap((column) => [column, ...(FOLLOWERS[column] ?? [])]);
      return [row.id, Object.fromEntries(retained.map((column) => [column, row[column]]))];
    }),
  );
}

/** Those of a company's postings, by their source's ids, whose jobs a person deleted or moved to another company. */
export async function findRemovedJobs(
  tx: Database,
  { source, companyId }: { source: string; companyId: string },
  sourceIds: string[],
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct ${was('source_id')} as id from ${audit_events}
    where ${GONE} and ${audit_events.kind} = 'job' and ${was('source')} = ${source}
      and ${was('source_id')} = any(${sql.param(sourceIds)}::text[])
      and ${was('company_id')} = ${companyId} and ${BY_PERSON}`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The event by which a person deleted the company of a board: one by any of these names at the source, or one whose
 * jobs had any of these ids. Undefined where there is none.
 */
export async function findCompanyDeletion(
  tx: Database,
  source: string,
  { names, jobIds }: { names: string[]; jobIds: string[] },
): Promise<number | undefined> {
  const gone = (kind: 'company' | 'job', ids: string[]) => sql`${GONE}
    and ${audit_events.kind} = ${sql.raw(`'${kind}'`)} and ${was('source')} = ${source}
    and ${was('source_id')} = any(${sql.param(ids)}::text[])`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    with deleted as (
      select ${audit_events.thing_id} as id from ${audit_events} where ${gone('company', names)}
      union select ${was('company_id')} from ${audit_events} where ${gone('job', jobIds)}
    )
    select max(${audit_events.id}) as id from ${audit_events}
    where ${audit_events.kind} = 'company' and ${audit_events.action} = 'delete' and ${BY_PERSON}
      and ${audit_events.thing_id} in (select id from deleted)
      and not exists (select from companies where companies.id::text = ${audit_events.thing_id})`);
  const [event] = rows;
  return event?.id ? Number(event.id) : undefined;
}
