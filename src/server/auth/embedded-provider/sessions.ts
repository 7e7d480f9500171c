import {
  and,
  count,
  desc,
  eq,
  exists,
  inArray,
  lt,
  notExists,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { identity_sessions, identity_state } from '#server/db/identity-tables.ts';

/** The kind of the provider's sessions in `identity_state`. */
const KIND = 'Session';

/**
 * The kind of the entries in `identity_state` that mark sessions as ended. A silent sign-in that is in progress when a
 * session ends stores the session again, so a stored session alone does not prove that the session continues.
 */
const ENDED_KIND = 'EndedSession';

/** How long the provider stores a session after its last use (days). */
export const SESSION_DAYS = 14;

/** How long a session stays marked as ended (ms): longer than the provider stores a session. */
const ENDED_FOR = (SESSION_DAYS + 1) * 86_400_000;

/** The maximum length of a stored `User-Agent` (characters). */
const USER_AGENT_LENGTH = 300;

export type SessionRow = typeof identity_sessions.$inferSelect;

/** Records that a person has used a session, at its start and at each silent sign-in. */
export async function recordSession(
  db: Database,
  session: { id: string; userId: string; userAgent: string },
): Promise<void> {
  const used = {
    user_id: session.userId,
    user_agent: session.userAgent.replaceAll('\0', '').slice(0, USER_AGENT_LENGTH),
    last_used_at: new Date(),
  };
  await db
    .insert(identity_sessions)
    .values({ id: session.id, ...used })
    .onConflictDoUpdate({ target: identity_sessions.id, set: used });
}

/** The stored session of the provider with this `uid`, unless it has expired or ended. */
function liveState(db: Database, uid: string | typeof identity_sessions.id) {
  const mark = alias(identity_state, 'mark');
  return db
    .select({ id: identity_state.id })
    .from(identity_state)
    .where(
      and(
        eq(identity_state.kind, KIND),
        eq(identity_state.uid, uid),
        sql`coalesce(${identity_state.expires_at} > now(), true)`,
        notExists(
          db
            .select({ id: mark.id })
            .from(mark)
            .where(and(eq(mark.kind, ENDED_KIND), eq(mark.id, uid))),
        ),
      ),
    );
}

/** Returns a subquery that counts the sessions of a person. `userId` may be a column of the outer query. */
export function liveSessions(db: Database, userId: string | SQLWrapper) {
  return db
    .select({ count: count() })
    .from(identity_sessions)
    .where(
      and(
        sql`${identity_sessions.user_id} = ${userId}`,
        exists(liveState(db, identity_sessions.id)),
      ),
    );
}

/** Lists the sessions of a person, the one used last first. */
export async function listSessions(db: Database, userId: string): Promise<SessionRow[]> {
  return db
    .select()
    .from(identity_sessions)
    .where(and(eq(identity_sessions.user_id, userId), exists(liveState(db, identity_sessions.id))))
    .orderBy(desc(identity_sessions.last_used_at), desc(identity_sessions.id));
}

export async function findSession(db: Database, id: string): Promise<SessionRow | undefined> {
  const [row] = await db.select().from(identity_sessions).where(eq(identity_sessions.id, id));
  return row;
}

/** Marks sessions as ended, whatever is stored about them later. */
export async function markEnded(db: Database, ids: string[]): Promise<void> {
  const expires_at = new Date(Date.now() + ENDED_FOR);
  await db
    .insert(identity_state)
    .values(ids.map((id) => ({ kind: ENDED_KIND, id, payload: {}, expires_at })))
    .onConflictDoNothing();
}

/** Whether a session has not ended. Access tokens are valid only as long as their session. */
export async function hasSession(db: Database, id: string): Promise<boolean> {
  return (await liveState(db, id)).length > 0;
}

/**
 * Ends one session of a person, or all of them if no id is given. Tokens of an ended session are refused at once. With
 * all sessions, the unfinished sign-ins in which the person has proven an identity end, too.
 * @returns how many sessions were ended
 */
export async function endSessions(db: Database, userId: string, id?: string): Promise<number> {
  if (userId.includes('\0') || id?.includes('\0')) return 0;
  return db.transaction(async (tx) => {
    if (id === undefined) await endProvenSignIns(tx, userId);
    const ended = await tx
      .delete(identity_sessions)
      .where(
        and(
          eq(identity_sessions.user_id, userId),
          id === undefined ? undefined : eq(identity_sessions.id, id),
        ),
      )
      .returning({ id: identity_sessions.id });
    const ids = ended.map((row) => row.id);
    if (ids.length === 0) return 0;
    await markEnded(tx, ids);
    await tx
      .delete(identity_state)
      .where(and(eq(identity_state.kind, KIND), inArray(identity_state.uid, ids)));
    return ids.length;
  });
}

/**
 * Deletes the unfinished sign-ins in which a person has proven an identity. The text of their payload is searched, because
 * PostgreSQL cannot parse the null characters that clients may have sent.
 */
async function endProvenSignIns(db: Database, userId: string): Promise<void> {
  const login = `"accountId":${JSON.stringify(userId)}`;
  await db
    .delete(identity_state)
    .where(
      and(
        eq(identity_state.kind, 'Interaction'),
        sql`strpos(${identity_state.payload}::text, ${login}) > 0`,
      ),
    );
}

/** Deletes the rows of sessions that have ended in other ways. */
export async function deleteEndedSessions(db: Database): Promise<void> {
  const state = db
    .select({ id: identity_state.id })
    .from(identity_state)
    .where(and(eq(identity_state.kind, KIND), eq(identity_state.uid, identity_sessions.id)));
  await db
    .delete(identity_sessions)
    .where(
      and(notExists(state), sql`${identity_sessions.last_used_at} < now() - interval '1 hour'`),
    );
}

/** Deletes the sessions, grants, codes and sign-ins of the provider that have expired. */
export async function deleteExpiredState(db: Database): Promise<void> {
  await db.delete(identity_state).where(lt(identity_state.expires_at, sql`now()`));
}
