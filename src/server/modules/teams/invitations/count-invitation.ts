import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { mailboxOf } from '#server/db/mailbox.ts';
import { sent_invitations } from '#server/db/team-tables.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { MAX_DAILY_INVITATIONS, MAX_DAILY_INVITATIONS_TO_ADDRESS } from '#shared/limits.ts';

type SentInvitation = { companyId: string; inviterId: string; email: string };

/** How long an invitation counts for the limits after it was sent (hours). */
export const COUNTED_HOURS = 24;

const isRecent = gt(
  sent_invitations.created_at,
  sql`now() - make_interval(hours => ${COUNTED_HOURS})`,
);

/**
 * Counts an invitation. The company and the inviter's account must be locked, so that concurrent invitations wait for
 * each other and do not get the same count.
 * @throws ProblemError 429 if the company or the person has sent too many invitations in 24 hours, or the email address
 * got too many
 */
export async function countInvitation(
  tx: Database,
  { companyId, inviterId, email }: SentInvitation,
): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.invitedAddress}, hashtext(${mailboxOf(email)}))`,
  );
  await refuseMore(tx, {
    which: eq(sent_invitations.company_id, companyId),
    max: MAX_DAILY_INVITATIONS,
    problem: `This company has sent ${MAX_DAILY_INVITATIONS} invitations in 24 hours. Try again later.`,
  });
  await refuseMore(tx, {
    which: eq(sent_invitations.invited_by, inviterId),
    max: MAX_DAILY_INVITATIONS,
    problem: `You have sent ${MAX_DAILY_INVITATIONS} invitations in 24 hours. Try again later.`,
  });
  await refuseMore(tx, {
    which: eq(mailboxOf(sent_invitations.email), mailboxOf(email)),
    max: MAX_DAILY_INVITATIONS_TO_ADDRESS,
    problem: `This email address has received ${MAX_DAILY_INVITATIONS_TO_ADDRESS} invitations in 24 hours. Try again later.`,
  });
  await tx.insert(sent_invitations).values({ company_id: companyId, invited_by: inviterId, email });
}

/** Deletes sent invitations that no longer count for a limit. */
export async function deleteUncounted(db: Database): Promise<void> {
  await db
    .delete(sent_invitations)
    .where(lt(sent_invitations.created_at, sql`now() - make_interval(hours => ${COUNTED_HOURS})`));
}

type Limit = { which: SQL; max: number; problem: string };

async function refuseMore(tx: Database, { which, max, problem }: Limit): Promise<void> {
  // Find the oldest of the invitations that reach the limit. If there is one, no invitation can be sent until it is a
  // day old.
  const [row] = await tx
    .select({
      seconds: sql<number>`ceil(extract(epoch from ${sent_invitations.created_at} + interval '1 day' - now()))::integer`,
    })
    .from(sent_invitations)
    .where(and(which, isRecent))
    .orderBy(desc(sent_invitations.created_at))
    .offset(max - 1)
    .limit(1);
  if (!row) return;
  throw new ProblemError(429, problem, {
    headers: { 'retry-after': String(Math.max(1, row.seconds)) },
  });
}
