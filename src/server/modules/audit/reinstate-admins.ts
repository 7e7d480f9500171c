import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { actors } from '#server/db/personal-tables.ts';
import { accounts, audit_events } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { accountOf } from './actors.ts';

const demotion = alias(audit_events, 'demotion');

/**
 * Restores the team that a company had before its deletion: the memberships, and the role of the people who lost it
 * with the deletion. Skips people whose role has changed since, and deleted accounts.
 * @returns the number of people who act for the company again, and the ids of accounts that acted for the company
 * before and were skipped
 */
export async function reinstateAdmins(
  tx: Database,
  deletionId: number,
  companyId: string,
): Promise<{ restored: number; left: string[] }> {
  // Compare the times in SQL, because a Date has milliseconds and PostgreSQL has microseconds.
  const atDeletion = sql`at = (select at from ${audit_events} where id = ${deletionId})`;
  const demoted = await tx
    .select({ id: accountOf(demotion.thing_id), event: sql<string>`max(${demotion.id})` })
    .from(demotion)
    .where(
      and(
        sql`${demotion}.${atDeletion}`,
        eq(demotion.kind, 'account'),
        sql`${demotion.before} ->> 'company_id' = ${companyId}`,
      ),
    )
    .groupBy(demotion.thing_id);
  const ids = demoted.map(({ id }) => id);
  // Lock the accounts. Concurrent changes of roles then end first, so the next statement sees their events.
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(accounts.id)
    .for('update');
  const { rows: unchanged } = await tx.execute<{ id: string }>(sql`
    select account.id from ${accounts} account
    join unnest(${sql.param(ids)}::text[], ${sql.param(demoted.map(({ event }) => event))}::bigint[])
      as demotion (id, event) using (id)
    join ${actors} actor on actor.account_id = account.id
    where account.role = 'user' and not exists (
      select from ${audit_events} later
      where later.kind = 'account' and later.thing_id = actor.key and later.id > demotion.event
        and (later.before -> 'role', later.before -> 'company_id')
          is distinct from (later.after -> 'role', later.after -> 'company_id'))`);
  const reinstated = unchanged.map(({ id }) => id);
  await tx.execute(sql`
    insert into ${memberships} (id, account_id, company_id, role, created_at)
    select member.id, account.id, member.company_id, member.role, member.created_at
    from ${audit_events} event, jsonb_populate_record(null::${memberships}, event.before) member
    join ${actors} actor on actor.key = member.account_id
    join ${accounts} account on account.id = actor.account_id
    where event.${atDeletion} and event.kind = 'membership' and event.action = 'delete'
      and member.company_id = ${companyId}
      and (account.role <> 'user' or account.id = any(${sql.param(reinstated)}::text[]))
    on conflict do nothing`);
  const members = await tx
    .select({ id: memberships.account_id, current: accounts.company_id })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.account_id))
    .where(eq(memberships.company_id, companyId));
  const isMember = new Set(members.map(({ id }) => id));
  return {
    restored: members.filter(({ current }) => current === companyId).length,
    left: ids.filter((id) => !isMember.has(id)),
  };
}
