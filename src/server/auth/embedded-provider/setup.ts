import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { identity_state } from '#server/db/identity-tables.ts';
import type { PageLook } from '#server/http/pages/plain-page.ts';
import { addLogContext } from '#server/http/plugins/request-log.ts';
import { hashedUserId } from '#server/platform/logging/hashed-user-id.ts';
import { pages } from '#shared/urls/paths.ts';
import { cookieAttributes, readCookie } from './cookies.ts';
import { EXPIRED } from './host-cookies.ts';
import { errorPage } from './pages.ts';
import { setupPage } from './proof-pages.ts';
import { type PageHeaders, requireOwnForm, sendPage } from './sign-in-session.ts';
import { findUser } from './users.ts';

/** The kind of the tokens in `identity_state`. */
const KIND = 'Setup';

/** How long a setup link is valid (ms). */
const SETUP_LIFETIME = 3_600_000;

const SETUP_PATH = '/authorize/setup';

/**
 * Creates a one-time setup link. The person who signs in through it becomes a site admin. Earlier links become invalid.
 * Only the hash of the token is stored.
 */
export async function createSetupAddress(db: Database, publicUrl: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.transaction(async (tx) => {
    await tx.delete(identity_state).where(eq(identity_state.kind, KIND));
    await tx.insert(identity_state).values({
      kind: KIND,
      id: hashToken(token),
      payload: {},
      expires_at: new Date(Date.now() + SETUP_LIFETIME),
    });
  });
  return `${publicUrl}${SETUP_PATH}/${token}`;
}

/**
 * Makes a user a site admin, if `permit` allows it in the same transaction. Returns whether the user is now a site
 * admin.
 */
export type AddSiteAdmin = (
  account: { id: string; name: string; email: string },
  permit: (tx: Database) => Promise<boolean>,
) => Promise<boolean>;

type Options = {
  db: Database;
  look: PageLook;
  helmet: PageHeaders;
  origin: string;
  /** The name of the cookie with the token. */
  setupCookie: string;
  /** The name of the cookie with the provider's session. */
  sessionCookie: string;
  addSiteAdmin: AddSiteAdmin;
};

/**
 * Adds the page of a setup link. Any program that follows links may open the page, so opening it changes nothing. The
 * form of the page stores the token in a cookie and leads to the account page, which asks the person to log in.
 * @returns a function to call at each sign-in, which uses the token in the browser's cookie
 */
export function setup(app: FastifyInstance, options: Options) {
  const { db, look, helmet, origin, setupCookie, sessionCookie, addSiteAdmin } = options;
  const path = `${SETUP_PATH}/:token`;
  const attributes = cookieAttributes(origin);
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    addLogContext(request, { reason: 'invalid setup address' });
    const reason = 'this address was already used or has expired; ask the operator for a new one';
    return sendPage(reply, errorPage(look, origin, reason), 400);
  };

  app.get<{ Params: { token: string } }>(
    path,
    { helmet, config: { rateLimitName: 'signIn' } },
    async (request, reply) => {
      if (!(await isValid(db, request.params.token))) return refuse(request, reply);
      return sendPage(reply, setupPage(look));
    },
  );

  app.post<{ Params: { token: string } }>(
    path,
    { helmet, config: { rateLimitName: 'signIn' } },
    async (request, reply) => {
      requireOwnForm(request, origin);
      const { token } = request.params;
      if (!(await isValid(db, token))) return refuse(request, reply);
      reply.header('set-cookie', [
        `${setupCookie}=${token}; max-age=${SETUP_LIFETIME / 1_000}; ${attributes}`,
        // Somebody may already be signed in. The account page must ask again, because only a sign-in uses the token.
        `${sessionCookie}=; ${EXPIRED}; ${attributes}`,
      ]);
      return reply.redirect(pages.account(), 303);
    },
  );

  return async (request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void> => {
    const token = readCookie(request, setupCookie);
    if (!token) return;
    const user = await findUser(db, userId);
    if (!user) return;
    const { id, name, email = '' } = user;
    const isAdded = await addSiteAdmin({ id, name, email }, (tx) => useToken(tx, token));
    if (isAdded) {
      request.log.warn({ person: hashedUserId(id) }, 'Site admin added by a setup address');
    }
    reply.header('set-cookie', `${setupCookie}=; ${EXPIRED}; ${attributes}`);
  };
}

const isUsable = (token: string) =>
  and(
    eq(identity_state.kind, KIND),
    eq(identity_state.id, hashToken(token)),
    isNull(identity_state.consumed_at),
    gt(identity_state.expires_at, sql`now()`),
  );

async function isValid(db: Database, token: string): Promise<boolean> {
  return (await db.$count(identity_state, isUsable(token))) > 0;
}

/** Consumes a token with one conditional update. Returns whether it was valid. */
async function useToken(tx: Database, token: string): Promise<boolean> {
  const used = await tx
    .update(identity_state)
    .set({ consumed_at: new Date() })
    .where(isUsable(token))
    .returning({ id: identity_state.id });
  return used.length > 0;
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
