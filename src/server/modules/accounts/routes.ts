import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import { notFound, ProblemError, requireSameId } from '#server/http/problem.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { createAccount, updateAccount } from './commands.ts';
import { authorizeAccount } from './policy.ts';
import { presentAccount } from './presenter.ts';
import { findAccount, listAccounts } from './queries.ts';

/** PostgreSQL takes no text with a null character. */
const isComparable = (id: string) => !id.includes('\0');

export function accountRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, 'GET /api/accounts', async ({ query: { limit, cursor } }) => {
    const after = cursor ? decodeCursor(cursor, (key) => key === '', isComparable).id : undefined;
    const rows = await listAccounts(db, { limit, after });
    const { page, ...next } = pageOf(rows, limit, ({ id }) => ({ key: '', id }));
    return { results: page.map(presentAccount), ...next };
  });

  registerEndpoint(app, 'GET /api/accounts/:id', async ({ params: { id }, caller }) => {
    authorizeAccount(caller, id);
    return present(db, id);
  });

  registerEndpoint(app, 'POST /api/accounts', async ({ body, caller }) => {
    authorizeAccount(caller, body.id);
    if (!(await createAccount(db, caller.id, body))) {
      throw new ProblemError(409, 'There is an account by this id already.');
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
