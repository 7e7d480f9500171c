import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { forbidden } from '#server/http/problem.ts';
import { noteInLog } from '#server/http/request-log.ts';
import { findCaller } from '#server/modules/accounts/queries.ts';
import type { Role } from '#shared/constants/roles.ts';
import type { Access } from '#shared/contract/endpoint.ts';
import { missingToken, type VerifyAccessToken } from './access-token.ts';
import type { ReadVerifiedEmail } from './verified-email.ts';

/** Who asks, by a valid access token. */
export type Caller = {
  /** The identity provider's subject, and the id of the caller's account. */
  id: string;
  /** By the accounts table at this very request; absent while there is no account. */
  role?: Role;
  /** The id of the company that a company admin administers. */
  company?: string;
};

declare module 'fastify' {
  interface FastifyInstance {
    identifyCaller(request: FastifyRequest): Promise<Caller>;
    /** What the identity provider states of the caller's address. */
    readVerifiedEmail(caller: Caller): Promise<string | null | undefined>;
  }
}

/** Teaches the app who its callers are. Without `verify` nobody can sign in, and every token is void. */
export function identifyCallers(
  app: FastifyInstance,
  {
    db,
    verify,
    readVerifiedEmail,
  }: {
    db: Database;
    verify: VerifyAccessToken | undefined;
    readVerifiedEmail: ReadVerifiedEmail;
  },
): void {
  /** Apart from the callers, so that no log of one holds a token. */
  const tokens = new WeakMap<Caller, string>();
  app.decorate('identifyCaller', async (request) => {
    const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!token || !verify) throw missingToken(verify ? 'no token' : 'nobody can sign in');
    const id = await verify(token);
    noteInLog(request, { accountId: id });
    const caller = { id, ...(await findCaller(db, id)) };
    tokens.set(caller, token);
    return caller;
  });
  app.decorate('readVerifiedEmail', async (caller) => {
    const token = tokens.get(caller);
    return token === undefined ? undefined : readVerifiedEmail({ id: caller.id, token });
  });
}

/**
 * Who asks, where that matters.
 * @throws ProblemError 401 without a valid token, 403 without the role, 503 where that cannot be told
 */
export async function authorize(
  request: FastifyRequest,
  access: Access,
): Promise<Caller | undefined> {
  if (access === 'anyone') return undefined;
  const caller = await request.server.identifyCaller(request);
  requireRole(caller, access);
  return caller;
}

/**
 * The caller as of now, for the transaction of a write: a role may have been taken away since the request began, and
 * its body may have come slowly. The account's row stays locked until the transaction ends, so that taking a role
 * away takes effect either before the write or after it. Lock a company before its accounts, and jobs after them, as
 * deleting a company does.
 * @throws ProblemError 403 without the role
 */
export async function lockCaller(
  tx: Database,
  id: string,
  access: Exclude<Access, 'anyone'>,
): Promise<Caller> {
  const caller = { id, ...(await findCaller(tx, id, { lock: true })) };
  requireRole(caller, access);
  return caller;
}

/** @throws ProblemError 403 */
function requireRole({ role }: Caller, access: Exclude<Access, 'anyone'>): void {
  if (access === 'signed in') return;
  if (!role || !access.includes(role)) throw forbidden('role');
}
