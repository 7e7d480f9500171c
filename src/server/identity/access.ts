import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { forbidden } from '#server/http/problem.ts';
import { findCaller } from '#server/modules/accounts/queries.ts';
import type { Role } from '#shared/constants/roles.ts';
import { missingToken, type VerifyAccessToken } from './access-token.ts';

/** Who asks, by a valid access token. */
export type Caller = {
  /** The identity provider's subject, and the id of the caller's account. */
  id: string;
  /** By the accounts table at this very request; absent while there is no account. */
  role?: Role;
  /** The id of the company that a company admin administers. */
  company?: string;
};

/**
 * What a route needs of who asks.
 * @throws ProblemError 401 without a valid token, 403 without the role, 503 where that cannot be told
 */
export type Access<C extends Caller | undefined> = (request: FastifyRequest) => Promise<C>;

declare module 'fastify' {
  interface FastifyInstance {
    identifyCaller(request: FastifyRequest): Promise<Caller>;
  }
}

/** Teaches the app who its callers are. Without `verify` nobody can sign in, and every token is void. */
export function identifyCallers(
  app: FastifyInstance,
  { db, verify }: { db: Database; verify: VerifyAccessToken | undefined },
): void {
  app.decorate('identifyCaller', async (request) => {
    const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!token || !verify) throw missingToken();
    const id = await verify(token);
    return { id, ...(await findCaller(db, id)) };
  });
}

export const anyone: Access<undefined> = async () => undefined;

export const signedIn: Access<Caller> = (request) => request.server.identifyCaller(request);

export function withRole(...roles: Role[]): Access<Caller> {
  return async (request) => {
    const caller = await signedIn(request);
    if (!caller.role || !roles.includes(caller.role)) throw forbidden();
    return caller;
  };
}
