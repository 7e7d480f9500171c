import { and, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/db/client.ts';
import { identity_state } from '#server/db/identity-tables.ts';
import type { Checks } from './upstream-provider.ts';

/** The kind of the requests in `identity_state`. */
const KIND = 'Upstream';

/** How long a person may take at the provider (ms). */
const LIFETIME = 600_000;

/** A request that a browser has sent to an upstream provider, for a sign-in. */
type UpstreamRequest = Checks & { uid: string; provider: string };

const payload = z.object({ nonce: z.string(), codeVerifier: z.string() });

/** A `state` that this server could have created. */
export const stateParameter = z.string().regex(/^[\w-]{1,100}$/);

/** Stores a request until its response arrives. */
export async function saveRequest(db: Database, request: UpstreamRequest): Promise<void> {
  const { state, uid, provider, nonce, codeVerifier } = request;
  await db.insert(identity_state).values({
    kind: KIND,
    id: state,
    uid,
    payload: { provider, nonce, codeVerifier },
    expires_at: new Date(Date.now() + LIFETIME),
  });
}

const isOpen = (state: string, provider: string) =>
  and(
    eq(identity_state.kind, KIND),
    eq(identity_state.id, state),
    sql`${identity_state.payload} ->> 'provider' = ${provider}`,
    gt(identity_state.expires_at, sql`now()`),
  );

/** Finds the sign-in to which a response of this provider belongs. */
export async function findSignIn(
  db: Database,
  state: string,
  provider: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ uid: identity_state.uid })
    .from(identity_state)
    .where(isOpen(state, provider));
  return row?.uid ?? undefined;
}

/** Uses a request with one conditional deletion, so that only one response to it is accepted. */
export async function takeRequest(
  db: Database,
  { state, provider, uid }: { state: string; provider: string; uid: string },
): Promise<Checks | undefined> {
  const [row] = await db
    .delete(identity_state)
    .where(and(isOpen(state, provider), eq(identity_state.uid, uid)))
    .returning({ payload: identity_state.payload });
  return row && { state, ...payload.parse(row.payload) };
}
