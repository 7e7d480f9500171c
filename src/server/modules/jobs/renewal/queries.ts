import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { job_reminders, reminder_opt_outs } from '#server/db/job-reminder-tables.ts';
import { actors } from '#server/db/personal-tables.ts';
import { accounts, audit_events, companies, jobs } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { accountOf } from '#server/modules/audit/actors.ts';
import { closesAt } from '#server/modules/facts/queries.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import { CLOSING_SOON_DAYS } from '#shared/limits.ts';
import { closesSoon } from '../queries.ts';

/** The jobs of a company that close on the same day. */
export type ClosingGroup = { validthrough: PlainDate; company_id: string };

/**
 * The open jobs whose employers must be asked whether people can still apply. These jobs close soon, were posted on
 * this board, and no mail was queued for their current closing date. Jobs that were posted for at most
 * `CLOSING_SOON_DAYS` are left out.
 */
function mustAsk(now: Date): SQL | undefined {
  return and(
    closesSoon(now),
    isNull(jobs.source),
    sql`${jobs.validthrough} > (${jobs.date} at time zone 'UTC')::date + ${CLOSING_SOON_DAYS}::int`,
    sql`not exists (select from ${job_reminders} where ${job_reminders.job_id} = ${jobs.id}
      and ${job_reminders.validthrough} = ${jobs.validthrough})`,
  );
}

/** Lists groups of jobs whose employers must be asked, in the order of their dates, starting after a group. */
export async function listClosingGroups(
  db: Database,
  { after, limit, now }: { after: ClosingGroup | undefined; limit: number; now: Date },
): Promise<ClosingGroup[]> {
  const rows = await db
    .select({
      validthrough: sql<PlainDate>`${jobs.validthrough}`,
      company_id: jobs.company_id,
    })
    .from(jobs)
    .where(
      and(
        mustAsk(now),
        after &&
          or(
            gt(jobs.validthrough, after.validthrough),
            and(eq(jobs.validthrough, after.validthrough), gt(jobs.company_id, after.company_id)),
          ),
      ),
    )
    .groupBy(jobs.validthrough, jobs.company_id)
    .orderBy(asc(jobs.validthrough), asc(jobs.company_id))
    .limit(limit);
  return rows;
}

export type ClosingJob = Awaited<ReturnType<typeof lockClosingJobs>>[number];

/**
 * Reads jobs of a group whose employers must be asked, and locks them until the transaction ends. Jobs that another
 * transaction is changing are left to the next run.
 */
export async function lockClosingJobs(
  tx: Database,
  { validthrough, company_id, after }: ClosingGroup & { after: string | undefined },
  { limit, now }: { limit: number; now: Date },
) {
  return tx
    .select({ id: jobs.id, title: jobs.title, closes_at: closesAt, company: companies.name })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .where(
      and(
        mustAsk(now),
        eq(jobs.validthrough, validthrough),
        eq(jobs.company_id, company_id),
        after ? gt(jobs.id, after) : undefined,
      ),
    )
    .orderBy(asc(jobs.id))
    .limit(limit)
    .for('share', { of: jobs, skipLocked: true });
}

/** A person who gets the mail about jobs that close soon, with their verified email address. */
export type Recipient = { email: string; account: string; key: string };

/** Lists the owners of a company with a verified email address, one for each address. Blocked people get no mail. */
export async function listOwners(
  db: Database,
  companyId: string,
  limit: number,
): Promise<Recipient[]> {
  const rows = await db
    .select({ email: accounts.verified_email, account: accounts.id, key: actors.key })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.account_id))
    .innerJoin(actors, eq(actors.account_id, accounts.id))
    .where(
      and(
        eq(memberships.company_id, companyId),
        eq(memberships.role, 'owner'),
        isNotNull(accounts.verified_email),
        isNull(accounts.blocked_at),
      ),
    )
    .orderBy(asc(memberships.created_at), asc(memberships.id))
    .limit(limit);
  const owners = new Map<string, Recipient>();
  for (const { email, ...owner } of rows) {
    if (email && !owners.has(email)) owners.set(email, { email, ...owner });
  }
  return [...owners.values()];
}

/** The actor keys of those of these people who have ended the mails about closing dates. */
export async function listOptOuts(db: Database, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: actors.key })
    .from(reminder_opt_outs)
    .innerJoin(actors, eq(actors.account_id, reminder_opt_outs.account_id))
    .where(inArray(actors.key, keys));
  return new Set(rows.map(({ key }) => key));
}

/** Whether the person gets the mails about closing dates, if they have jobs. */
export async function wantsReminders(db: Database, accountId: string): Promise<boolean> {
  return (await db.$count(reminder_opt_outs, eq(reminder_opt_outs.account_id, accountId))) === 0;
}

export type LinkRecipient = NonNullable<Awaited<ReturnType<typeof findLinkRecipient>>>;

/**
 * Finds the recipient of a link by their actor key; undefined if the account was deleted. With `lock`, nobody can block
 * the recipient or change their role until the transaction ends.
 */
export async function findLinkRecipient(db: Database, key: string, { lock = false } = {}) {
  const query = db
    .select({ id: accounts.id, role: accounts.role, blocked_at: accounts.blocked_at })
    .from(accounts)
    .innerJoin(actors, eq(actors.account_id, accounts.id))
    .where(eq(actors.key, key));
  const [person] = await (lock ? query.for('share', { of: accounts }) : query);
  return person;
}

/** Whether the person may edit jobs of the company: a member of its team or a site admin who is not blocked. */
export async function mayEditJobsOf(
  db: Database,
  person: LinkRecipient | undefined,
  companyId: string,
): Promise<boolean> {
  if (!person || person.blocked_at) return false;
  if (person.role === 'siteadmin') return true;
  const membership = and(
    eq(memberships.account_id, person.id),
    eq(memberships.company_id, companyId),
  );
  return (await db.$count(memberships, membership)) > 0;
}

/**
 * Finds the author of each job, by job id: the actor of the first event of the job, as a draft or as a published job.
 */
export async function findAuthors(db: Database, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: audit_events.thing_id, actor: accountOf(audit_events.actor) })
    .from(audit_events)
    .where(
      and(
        inArray(audit_events.kind, ['job', 'draft']),
        eq(audit_events.action, 'create'),
        inArray(audit_events.thing_id, ids),
      ),
    )
    .orderBy(desc(audit_events.id));
  // The newest events come first, so the oldest event of each job is the one that remains in the map.
  return new Map(rows.map(({ id, actor }) => [id, actor]));
}
