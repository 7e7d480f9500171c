import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/db/client.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { decodeCursor, pageOf } from '#server/http/api/cursor.ts';
import { notFound, ProblemError, requireSameId } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { createAccount, recordSignIn, setVerifiedEmail, updateAccount } from './commands.ts';
import { authorizeAccount } from './policy.ts';
import { presentAccount } from './presenter.ts';
import { findAccount, listAccounts } from './queries.ts';

/** Whether PostgreSQL can compare the account id with stored ids. PostgreSQL texts cannot contain a null character. */
const isComparable = (id: string) => !id.includes('\0');

/**
 * How long the server waits before it requests a person's verified email address from the identity provider again (ms).
 * Pages read the account at each visit, but identity providers limit requests.
 */
const VERIFIED_EMAIL_FRESH = 600_000;
const MAX_FRESH = 10_000;

export function accountRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const fresh = new LRUCache<string, true>({ max: MAX_FRESH, ttl: VERIFIED_EMAIL_FRESH });

  /**
   * Records the sign-in and updates the verified email address. Called when a page reads or creates the caller's own
   * account.
   */
  async function followSignIn(caller: Caller): Promise<void> {
    if (fresh.has(caller.id)) return;
    await recordSignIn(db, caller.id);
    // Remember the attempt even if the provider fails. Otherwise, every visit would wait for the provider.
    fresh.set(caller.id, true);
    const email = await app.readVerifiedEmail(caller);
    if (email !== undefined) await setVerifiedEmail(db, caller.id, email);
  }

  registerEndpoint(app, 'GET /api/accounts', async ({ query: { limit, cursor } }) => {
    const after = cursor ? decodeCursor(cursor, (key) => key === '', isComparable).id : undefined;
    const rows = await listAccounts(db, { limit, after });
    const { page, ...next } = pageOf(rows, limit, ({ id }) => ({ key: '', id }));
    return { results: page.map(presentAccount), ...next };
  });

  registerEndpoint(app, 'GET /api/accounts/:id', async ({ params: { id }, caller }) => {
    authorizeAccount(caller, id);
    if (caller.id === id && caller.role) await followSignIn(caller);
    return present(db, id);
  });

  registerEndpoint(app, 'POST /api/accounts', async ({ body, caller }) => {
    authorizeAccount(caller, body.id);
    if (!(await createAccount(db, caller.id, body))) {
      throw new ProblemError(409, 'An account with this id already exists.');
    }
    if (caller.id === body.id) {
      fresh.delete(caller.id);
      await followSignIn(caller);
    }
    return present(db, body.id);
  });

  registerEndpoint(app, 'PUT /api/accounts/:id', async ({ params: { id }, body, caller }) => {
    authorizeAccount(caller, id);
    requireSameId(body, id);
    if (!(await updateAccount(db, caller.id, id, body))) throw notFound('account');
    return present(db, id);
  });
}

async function present(db: Database, id: string) {
  const row = await findAccount(db, id);
  if (!row) throw notFound('account');
  return presentAccount(row);
}
