import { and, eq, isNull, lt, lte, not, or, sql } from 'drizzle-orm';
import { mails } from '#server/db/mail-tables.ts';

/** A mail that expires within this time is not sent, because its recipient would read it too late (s). */
const MIN_LIFETIME = 10;

/** The condition that a mail has expired, or would have expired when its recipient reads it. */
export const isExpired = lte(mails.expires_at, sql`now() + make_interval(secs => ${MIN_LIFETIME})`);

/** The condition that a mail waits to be sent now: it is queued, no delay after a failure is left, and it has not expired. */
export const isWaiting = and(
  eq(mails.status, 'queued'),
  lte(mails.next_attempt_at, sql`now()`),
  or(isNull(mails.expires_at), not(isExpired)),
);

/**
 * The first turn of mails that anyone can cause, but that have no code. They are sent after all codes and before the mails
 * without a turn.
 */
export const FIRST_LATER_TURN = 1_000_000;

/** The condition that a mail waits to be sent now, and has a code. */
export const isWaitingCode = and(isWaiting, lt(mails.turn, FIRST_LATER_TURN));
