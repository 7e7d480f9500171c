import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type AUDITED_KINDS, audit_events } from '#server/db/schema.ts';
import { accountOf, keyOf } from './actors.ts';

export type AuditedKind = (typeof AUDITED_KINDS)[number];

/** The maximum number of events on one page. */
export const EVENTS_AT_ONCE = 200;

/** Columns that change with every write. */
const BOOKKEEPING = ['version', 'updated_at', 'summary', 'summary_truncated'];

/** A field of the changed row: its new value, or the old value if the row was deleted. */
const field = (name: string) =>
  sql<string | null>`coalesce(${audit_events.after}, ${audit_events.before}) ->> ${name}`;

/** The columns to read, with account ids instead of keys. They leave out the descriptions, which are not shown. */
const columns = {
  id: audit_events.id,
  at: audit_events.at,
  actor: accountOf(audit_events.actor),
  action: audit_events.action,
  kind: audit_events.kind,
  thing_id: accountOf(audit_events.thing_id),
  name: sql<string>`coalesce(${field('title')}, ${field('name')}, ${accountOf(field('account_id'))}, '')`,
  role_before: sql<string | null>`${audit_events.before} ->> 'role'`,
  role_after: sql<string | null>`${audit_events.after} ->> 'role'`,
  company_before: sql<string | null>`${audit_events.before} ->> 'company_id'`,
  company_after: sql<string | null>`${audit_events.after} ->> 'company_id'`,
  /** The columns that an update changed, except those that change with every write. */
  changed: sql<string[]>`array(
    select key from jsonb_each(${audit_events.after})
    where ${audit_events.action} = 'update'
      and value is distinct from ${audit_events.before} -> key
      and key <> all(${sql.param(BOOKKEEPING)}::text[])
    order by key collate "C"
  )`,
};

export type AuditEventRow = Awaited<ReturnType<typeof listEvents>>[number];

type Thing = { kind: AuditedKind; id: string };

function isOf({ kind, id }: Thing): SQL | undefined {
  // PostgreSQL texts cannot contain a null character, so no row has this id.
  if (id.includes('\0')) return sql`false`;
  return and(
    eq(audit_events.kind, kind),
    // The key of a deleted account is shown in the list, so people may ask for it.
    eq(audit_events.thing_id, kind === 'account' ? sql`coalesce(${keyOf(id)}, ${id})` : id),
  );
}

/**
 * Lists events, the newest first. With `before`, lists only earlier events. Returns one row more than `limit` if more
 * follow.
 */
export async function listEvents(
  db: Database,
  { limit, before, of }: { limit: number; before?: number | undefined; of?: Thing | undefined },
) {
  return db
    .select(columns)
    .from(audit_events)
    .where(and(of && isOf(of), before === undefined ? undefined : lt(audit_events.id, before)))
    .orderBy(desc(audit_events.id))
    .limit(limit + 1);
}
