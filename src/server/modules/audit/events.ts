import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { company_merges, job_merges } from '#server/db/merge-tables.ts';
import { actors } from '#server/db/personal-tables.ts';
import { job_reports } from '#server/db/report-tables.ts';
import { accounts, audit_events, companies, isPerson } from '#server/db/schema.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import {
  AUDIT_ACTIONS,
  AUDITED_KINDS,
  type AuditAction,
  type AuditActors,
  type AuditedKind,
} from '#shared/domain/audit.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import { accountOf, keyOf } from './actors.ts';

/** Columns that every write changes, so the list of changes leaves them out. */
export const BOOKKEEPING = ['version', 'updated_at', 'summary', 'summary_truncated'];

/** A field of the changed row: its new value, or the old value if the row was deleted. */
const field = (name: string) =>
  sql<string | null>`coalesce(${audit_events.after}, ${audit_events.before}) ->> ${name}`;

const later = sql`select from ${audit_events} later where later.kind = ${audit_events.kind}
  and later.thing_id = ${audit_events.thing_id} and later.id > ${audit_events.id}`;
/**
 * The name of the company that a merge deleted. If the company was restored and deleted again, the event of the latest
 * deletion has the name.
 */
const nameOfMerged = sql<string | null>`case when ${audit_events.kind} = 'merge' then (
  select gone.before ->> 'name' from audit_events gone
  where gone.kind = 'company' and gone.thing_id = ${audit_events.thing_id} and gone.action = 'delete'
  order by gone.at desc limit 1) end`;

/** The title of the job whose reports were resolved. */
const titleOfReported = sql<string | null>`case when ${audit_events.kind} = 'report' then (
  select report.title from ${job_reports} report where report.job_id = ${audit_events.thing_id}::uuid limit 1) end`;

/**
 * The columns to read, with account ids instead of actor keys. The descriptions are left out, because lists do not show
 * them.
 */
const columns = {
  id: audit_events.id,
  at: audit_events.at,
  /** The time as text, because a Date has milliseconds and PostgreSQL has microseconds. */
  position: sql<string>`to_char(${audit_events.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  actor: accountOf(audit_events.actor),
  /** The name of the person who made the change; null if the actor is not a person or has no account. */
  actor_name: accounts.name,
  actor_email: sql<string | null>`coalesce(${accounts.verified_email}, ${accounts.email})`,
  action: audit_events.action,
  kind: audit_events.kind,
  thing_id: accountOf(audit_events.thing_id),
  name: sql<string>`coalesce(${field('title')}, ${field('name')}, ${accountOf(field('account_id'))}, ${nameOfMerged}, ${titleOfReported}, '')`,
  /** The person whom a change of an account, a membership or a claim concerns; null if there is none. */
  person: sql<string | null>`(
    select coalesce(nullif(about.name, ''), about.verified_email, about.email)
    from ${actors} known join ${accounts} about on about.id = known.account_id
    where known.key = case when ${audit_events.kind} = 'account' then ${audit_events.thing_id} else ${field('account_id')} end
  )`,
  /**
   * What was done, if the kind and the action do not say it: the action on a draft, a claim or a rename; `close`,
   * `reopen` or `move` for a job; `block`, `unblock`, `role` or `sessions` for an account;
   * `pause`, `resume`, `approve`, `close` (a run may close jobs) or `run` for a source.
   */
  act: sql<string>`case
    when ${audit_events.kind} in ('draft', 'claim', 'rename') then coalesce(${audit_events.after} ->> 'by', '')
    when ${audit_events.action} <> 'update' then ''
    when ${audit_events.kind} = 'job' then case
      when (${audit_events.before} ->> 'closed_at' is null) <> (${audit_events.after} ->> 'closed_at' is null)
        then case when ${audit_events.after} ->> 'closed_at' is null then 'reopen' else 'close' end
      when ${audit_events.before} ->> 'company_id' <> ${audit_events.after} ->> 'company_id' then 'move'
      else '' end
    when ${audit_events.kind} = 'account' then case
      when ${audit_events.after} ? 'sessions' then 'sessions'
      when (${audit_events.before} ->> 'blocked_at' is null) <> (${audit_events.after} ->> 'blocked_at' is null)
        then case when ${audit_events.after} ->> 'blocked_at' is null then 'unblock' else 'block' end
      when ${audit_events.before} ->> 'role' <> ${audit_events.after} ->> 'role' then 'role'
      else '' end
    when ${audit_events.kind} = 'source' then case
      when ${audit_events.before} ->> 'state' <> ${audit_events.after} ->> 'state'
        then case when ${audit_events.after} ->> 'state' = 'paused' then 'pause'
          when ${audit_events.before} ->> 'state' = 'proposed' then 'approve' else 'resume' end
      when ${audit_events.before} ->> 'may_close' < ${audit_events.after} ->> 'may_close' then 'close'
      when ${audit_events.before} - 'may_close' = ${audit_events.after} - 'may_close' then 'run'
      else '' end
    else '' end`,
  /** The company to which the changed row belongs, or into which a company was merged. */
  company: sql<string>`coalesce(
    case when ${audit_events.kind} = 'claim' then ${field('name')} end,
    (select owner.name from ${companies} owner
      where owner.id = coalesce(${field('into_id')}, ${field('company_id')})::uuid),
    '')`,
  role_before: sql<string | null>`${audit_events.before} ->> 'role'`,
  role_after: sql<string | null>`${audit_events.after} ->> 'role'`,
  company_before: sql<string | null>`${audit_events.before} ->> 'company_id'`,
  company_after: sql<string | null>`${audit_events.after} ->> 'company_id'`,
  /**
   * Whether the event can be undone. It must have deleted a job or a company, merged companies, or changed settings
   * or a page, and these must not have changed since. A deletion in a merge cannot be undone alone, only with the whole merge.
   */
  restorable: sql<boolean>`case
    when ${audit_events.kind} = 'merge' then ${audit_events.action} = 'create' and not exists (${later})
    when ${audit_events.kind} in ('job', 'company') then ${audit_events.action} = 'delete' and not exists (${later})
      and not exists (select from ${job_merges} merged where merged.id = ${audit_events.thing_id}::uuid)
      and not exists (select from ${company_merges} merged where merged.id = ${audit_events.thing_id}::uuid)
    when ${audit_events.kind} = 'page' then not exists (${later})
    when ${audit_events.kind} = 'settings' then not exists (
      select from ${audit_events} later, jsonb_object_keys(${audit_events.after}) changed
      where later.kind = 'settings' and later.id > ${audit_events.id} and later.after ? changed)
    when ${audit_events.kind} = 'category' then ${audit_events.action} <> 'create' and not exists (
      select from ${audit_events} later where later.kind = 'category' and later.id > ${audit_events.id}
        and later.thing_id = coalesce(${audit_events.after} ->> 'slug', ${audit_events.thing_id}))
    else false end`,
  /** The columns that an update changed, except those that change with every write. */
  changed: sql<string[]>`array(
    select key from jsonb_each(${audit_events.after})
    where ${audit_events.action} = 'update'
      and value is distinct from ${audit_events.before} -> key
      and key <> all(${sql.param(BOOKKEEPING)}::text[])
    order by key collate "C"
  )`,
};

const rows = { before: audit_events.before, after: audit_events.after };

export type AuditEventRow = Awaited<ReturnType<typeof listEvents>>[number];
/** An event with the row before and after the change. */
export type WholeEventRow = AuditEventRow &
  Pick<typeof audit_events.$inferSelect, 'before' | 'after'>;

type Thing = { kind: AuditedKind; id: string };

export type EventFilters = {
  kind?: AuditedKind | '' | undefined;
  action?: AuditAction | '' | undefined;
  /** The first and the last day (UTC). */
  from?: PlainDate | undefined;
  to?: PlainDate | undefined;
  /** The id of a changed row, if the kind of row is not known. */
  thing?: string | undefined;
  of?: Thing | undefined;
  /** Who made the changes: any person, or one of these programs. */
  by?: 'people' | readonly string[] | undefined;
  /**
   * Whether to leave out the events of the rows that a merge of companies has changed. They have the time of the event of
   * the merge itself.
   */
  isGrouped?: boolean | undefined;
  /** The actor keys of a person: selects events by this person and events of their account. */
  about?: string[] | undefined;
};

/** The position of an event in the list: its time, in microseconds, and its id. */
export type EventPosition = { position: string; id: number };

type Page = { limit: number; after?: EventPosition | undefined };

/** Lists events, the newest first. Returns up to `limit` rows after the position. */
export async function listEvents(db: Database, filters: EventFilters, page: Page) {
  return db
    .select(columns)
    .from(audit_events)
    .leftJoin(actors, eq(actors.key, audit_events.actor))
    .leftJoin(accounts, eq(accounts.id, actors.account_id))
    .where(isOnPage(filters, page))
    .orderBy(desc(audit_events.at), desc(audit_events.id));
}

/** Lists events like `listEvents`, with the rows before and after the change. */
export async function listWholeEvents(
  db: Database,
  filters: EventFilters,
  page: Page,
): Promise<WholeEventRow[]> {
  return db
    .select({ ...columns, ...rows })
    .from(audit_events)
    .leftJoin(actors, eq(actors.key, audit_events.actor))
    .leftJoin(accounts, eq(accounts.id, actors.account_id))
    .where(isOnPage(filters, page))
    .orderBy(desc(audit_events.at), desc(audit_events.id));
}

export async function findEvent(db: Database, id: number): Promise<WholeEventRow | undefined> {
  const [row] = await db
    .select({ ...columns, ...rows })
    .from(audit_events)
    .leftJoin(actors, eq(actors.key, audit_events.actor))
    .leftJoin(accounts, eq(accounts.id, actors.account_id))
    .where(eq(audit_events.id, id));
  return row;
}

/** The position of the first event with at least this id; undefined if there is none. */
export async function findPosition(db: Database, id: number): Promise<EventPosition | undefined> {
  const [row] = await db
    .select({ id: audit_events.id, position: columns.position })
    .from(audit_events)
    .where(sql`${audit_events.id} >= ${id}`)
    .orderBy(audit_events.id)
    .limit(1);
  return row;
}

/**
 * Finds the actor keys of people by an account id, an actor key, or an email address that they have verified or
 * entered.
 */
export async function findActorKeys(db: Database, text: string): Promise<string[]> {
  if (text.includes('\0')) return [];
  const lower = text.toLowerCase();
  const { rows: found } = await db.execute<{ key: string }>(sql`
    select key from ${actors} where key = ${lower} or account_id = ${text}
    union select key from ${actors} join ${accounts} on ${accounts.id} = account_id
      where ${accounts.verified_email} = ${lower} or lower(${accounts.email}) = ${lower}
    limit 50`);
  const keys = found.map(({ key }) => key);
  // A deleted person has no account, but their actor key is still in the audit trail.
  return keys.length === 0 && lower.startsWith('actor-') ? [lower] : keys;
}

/**
 * SQL: whether an event is on a page of the list. For each combination of kind, action and actor that the filters
 * allow, it looks up the newest events in an index, and then merges them. Therefore, a page needs only a few index
 * entries, however many events there are.
 */
function isOnPage(filters: EventFilters, { limit, after }: Page): SQL {
  const { kind, action, of, thing, by, about } = filters;
  const kinds = list(of ? [of.kind] : kind ? [kind] : AUDITED_KINDS);
  const actions = list(action ? [action] : AUDIT_ACTIONS);
  const range = rangeOf(filters, after);
  const grouping = filters.isGrouped
    ? sql`and (event.kind = 'merge' or not exists (
        select from ${audit_events} merge where merge.kind = 'merge' and merge.at = event.at))`
    : sql``;
  const newest = (condition: SQL) => sql`lateral (
    select event.id, event.at from ${audit_events} event
    where event.kind = any_kind and ${condition} ${range} ${grouping}
    order by event.at desc, event.id desc limit ${limit}
  ) as newest`;
  const ofThings = (things: SQL, condition: SQL) => sql`
    select newest.* from unnest(${kinds}) as any_kind,
      ${newest(sql`event.thing_id = any(${things}) and event.action = any(${actions}) and ${condition}`)}`;
  const byAction = sql`event.action = any_action`;
  const byActors = (keys: readonly string[]) => sql`
    select newest.* from unnest(${kinds}) as any_kind, unnest(${actions}) as any_action,
      unnest(${list(keys)}) as any_actor, ${newest(sql`${byAction} and event.actor = any_actor`)}`;
  const id = of?.id ?? thing;
  const byChosen =
    by === 'people'
      ? isPerson(sql`event.actor`)
      : by
        ? sql`event.actor = any(${list(by)})`
        : sql`true`;
  const found =
    id !== undefined
      ? // PostgreSQL texts cannot contain a null character, so no row has this id.
        ofThings(id.includes('\0') ? sql`'{}'::text[]` : thingKeys(of, id), byChosen)
      : about
        ? by && by !== 'people'
          ? ofThings(list(about), byChosen)
          : sql`${byActors(about)} union ${ofThings(list(about), byChosen)}`
        : by && by !== 'people'
          ? byActors(by)
          : sql`select newest.* from unnest(${kinds}) as any_kind, unnest(${actions}) as any_action,
              ${newest(sql`${byAction} and ${byChosen}`)}`;
  return sql`${audit_events.id} = any(array(
    select id from (${found}) as found order by at desc, id desc limit ${limit}))`;
}

const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;

/** Lists show the actor key of a deleted account instead of its id, so the filter accepts an actor key too. */
const thingKeys = (of: Thing | undefined, id: string) =>
  of?.kind === 'account' ? sql`array[coalesce(${keyOf(id)}, ${id})]` : list([id]);

/**
 * The condition for the time. Both the cursor and the last day limit the time from above. Only the lower of the two is
 * in the condition, because PostgreSQL would use only one of them to find the entries in the index.
 */
function rangeOf({ from, to }: EventFilters, after: EventPosition | undefined): SQL {
  const isBeforeEnd = after && (!to || after.position.slice(0, to.length) <= to);
  const conditions = [
    isBeforeEnd
      ? sql`(event.at, event.id) < (${after.position}::timestamptz, ${after.id}::bigint)`
      : to && sql`event.at < (${to}::date + 1)::timestamp at time zone 'UTC'`,
    from && sql`event.at >= (${from}::date)::timestamp at time zone 'UTC'`,
  ].flatMap((condition) => condition || []);
  return conditions.length > 0 ? sql`and ${and(...conditions)}` : sql``;
}

/** The programs that each choice of actors includes. The empty text stands for changes from outside the board. */
const PROGRAMS: Record<Exclude<AuditActors, 'people'>, readonly string[]> = {
  imports: [ACTORS.import, ACTORS.source],
  tasks: [ACTORS.closingDate, ACTORS.renewalLink],
  commands: [
    ...[ACTORS.account, ACTORS.audit, ACTORS.setup, ACTORS.mail, ACTORS.company],
    ...[ACTORS.restore, ACTORS.demoData, ACTORS.sources, ACTORS.settings],
  ],
  outside: [''],
};

/** Converts a choice of actors to a filter. */
export function actorsOf(choice: AuditActors): 'people' | readonly string[] {
  return choice === 'people' ? choice : PROGRAMS[choice];
}

/** Whether a text names a program instead of a person. */
export function isProgram(actor: string): boolean {
  return Object.values<string>(ACTORS).includes(actor);
}
