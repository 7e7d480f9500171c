import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import { idsOfCompany } from '../../merges/follow-merges.ts';

/**
 * Reads people's changes of imported rows from the audit trail, so that imports do not undo them. Only people with
 * accounts count; commands of the board and direct changes in the database do not.
 */
export const BY_PERSON = sql`${audit_events.actor} <> all(${sql.param([...Object.values(ACTORS), ''])}::text[])`;

/**
 * SQL: whether an event deleted a row or moved a job to another company. The expression must equal the expression of
 * the partial index.
 */
const GONE = sql`${audit_events.action} <> 'create'
  and (${audit_events.after} is null
    or ${audit_events.after} ->> 'company_id' <> ${audit_events.before} ->> 'company_id')`;

const was = (name: string): SQL<string> => sql`${audit_events.before} ->> ${sql.raw(`'${name}'`)}`;

type JobRow = typeof jobs.$inferSelect;
type Column = keyof JobRow & string;

/** The columns of the pay and the salary range, which must not contradict each other. */
const MONEY = ['salary', 'pay_minimum', 'pay_maximum', 'pay_currency', 'pay_unit'] as const;

/**
 * Columns that form one fact together. If a person has edited a column that is a key here, an import does not change
 * the columns in its list, either.
 */
const FOLLOWERS: { [Name in Column]?: readonly Column[] } = {
  description: ['summary', 'summary_truncated'],
  location: ['more_places', 'addresses'],
  type: ['workplace', 'employment'],
  ...Object.fromEntries(MONEY.map((column) => [column, MONEY])),
};

/** The fields of a job that people have edited, by column. */
export type EditedFields = Partial<JobRow>;

/**
 * Finds the fields that people have edited, by job id. A field is in the result only if it still has the value of the
 * last edit and nobody has unlocked it since.
 */
export async function findEditedFields(
  tx: Database,
  jobIds: string[],
  columns: readonly Column[],
): Promise<Map<string, EditedFields>> {
  const ofJobs = sql`${audit_events.kind} = 'job'
    and ${audit_events.thing_id} = any(${sql.param(jobIds)}::text[]) and ${BY_PERSON}`;
  const { rows } = await tx.execute<{ id: string; column: Column }>(sql`
    -- Materialized, so that the events are read once. With outdated statistics, the planner could choose to read them
    -- once per row of jobs.
    with change as materialized (
      select ${audit_events.id} as event, ${audit_events.action}, ${audit_events.thing_id} as id,
        field.key as column, field.value
      from ${audit_events}, jsonb_each(${audit_events.after}) field
      where ${ofJobs} and ${audit_events.action} = 'update'
        and field.key = any(${sql.param([...columns])}::text[])
        and field.value is distinct from ${audit_events.before} -> field.key
      union all
      select ${audit_events.id}, ${audit_events.action}, ${audit_events.thing_id}, name, null
      from ${audit_events}, jsonb_array_elements_text(${audit_events.after} -> 'columns') name
      where ${ofJobs} and ${audit_events.action} = 'unlock'
    ), latest as (
      select distinct on (id, "column") * from change order by id, "column", event desc
    )
    select latest.id, latest.column from latest join ${jobs} on ${jobs.id} = latest.id::uuid
    where latest.action = 'update' and to_jsonb(${jobs}) -> latest.column = latest.value`);
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

/**
 * Finds the values that columns had before people edited them, by job id. These are the values at the source, unless
 * the source has changed them since. Only edits after the latest change by a program and after the latest unlocking
 * count.
 */
export async function findValuesBeforeEdits<Name extends Column>(
  tx: Database,
  jobIds: string[],
  columns: readonly Name[],
): Promise<Map<string, Partial<Pick<JobRow, Name>>>> {
  const ofJobs = sql`${audit_events.kind} = 'job'
    and ${audit_events.thing_id} = any(${sql.param(jobIds)}::text[])`;
  const { rows } = await tx.execute<{ id: string; former: Partial<Pick<JobRow, Name>> }>(sql`
    with change as materialized (
      select ${audit_events.id} as event, ${audit_events.thing_id} as id, field.key as column,
        ${audit_events.before} -> field.key as former, ${BY_PERSON} as is_edit
      from ${audit_events}, jsonb_each(${audit_events.after}) field
      where ${ofJobs} and ${audit_events.action} = 'update'
        and field.key = any(${sql.param([...columns])}::text[])
        and field.value is distinct from ${audit_events.before} -> field.key
      union all
      select ${audit_events.id}, ${audit_events.thing_id}, name, null, false
      from ${audit_events}, jsonb_array_elements_text(${audit_events.after} -> 'columns') name
      where ${ofJobs} and ${audit_events.action} = 'unlock'
    ), first as (
      select distinct on (id, "column") id, "column", former from change edit
      where is_edit and not exists (select from change later where later.id = edit.id
        and later.column = edit.column and not later.is_edit and later.event > edit.event)
      order by id, "column", event
    )
    select id, jsonb_object_agg("column", former) as former from first group by id`);
  return new Map(rows.map(({ id, former }) => [id, former]));
}

/**
 * Finds which of these jobs a person has deleted or moved to another company, by their ids at the source. This includes
 * jobs of companies that were merged into this one.
 */
export async function findRemovedJobs(
  tx: Database,
  { system, companyId }: { system: string; companyId: string },
  sourceIds: string[],
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct ${was('source_id')} as id from ${audit_events}
    where ${GONE} and ${audit_events.kind} = 'job' and ${was('source')} = ${system}
      and ${was('source_id')} = any(${sql.param(sourceIds)}::text[])
      and ${was('company_id')} in ${idsOfCompany(companyId)} and ${BY_PERSON}`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Finds the audit event in which a person deleted the feed's company. The company belonged to the feed if it had one of
 * `names` as its id at the source, or if it had a job with one of `jobIds`. Returns undefined if there is no such
 * event.
 */
export async function findCompanyDeletion(
  tx: Database,
  system: string,
  { names, jobIds }: { names: string[]; jobIds: string[] },
): Promise<number | undefined> {
  const gone = (kind: 'company' | 'job', ids: string[]) => sql`${GONE}
    and ${audit_events.kind} = ${sql.raw(`'${kind}'`)} and ${was('source')} = ${system}
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
