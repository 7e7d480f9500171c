import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';
import { addLogContext } from '#server/http/plugins/request-log.ts';
import type { Access } from '#shared/contract/endpoint.ts';
import {
  blockedAccount,
  invalidToken,
  missingToken,
  type VerifyAccessToken,
} from './access-token.ts';
import type { ReadFreshEmails, ReadVerifiedEmail } from './verified-email.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads the email address of the caller that the identity provider has verified. */
    readVerifiedEmail(caller: Caller): Promise<string | null | undefined>;
    /** Reads the email addresses that the caller has proven at sign-in within the last hour. */
    readFreshEmails(caller: Caller): Promise<string[]>;
  }
}

/**
 * Reads the role and company of an account, and whether it is blocked. The result is empty if the account does not
 * exist.
 */
export type FindCaller = (id: string) => Promise<Omit<Caller, 'id'> & { isBlocked?: boolean }>;

type Options = {
  /** Verifies access tokens; undefined if sign-in is not configured, so that every token is invalid. */
  verify: VerifyAccessToken | undefined;
  readVerifiedEmail: ReadVerifiedEmail;
  readFreshEmails: ReadFreshEmails;
  findCaller: FindCaller;
  /**
   * Whether a session of the provider has not ended. By default, sessions are not checked, and a token is valid until it
   * expires.
   */
  hasSession?: ((session: string) => Promise<boolean>) | undefined;
};

/** Adds authentication and authorization by access token. */
export function accessControl(
  app: FastifyInstance,
  { verify, readVerifiedEmail, readFreshEmails, findCaller, hasSession }: Options,
): void {
  /** Tokens are stored separately from callers, so that a logged caller never contains its token. */
  const tokens = new WeakMap<Caller, string>();

  async function identifyCaller(request: FastifyRequest): Promise<Caller> {
    const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!token || !verify) throw missingToken(verify ? 'no token' : 'sign-in not configured');
    const claims = await verify(token);
    const { id } = claims;
    const session = hasSession && claims.session;
    addLogContext(request, { accountId: id });
    const [{ isBlocked, ...account }, isOpen] = await Promise.all([
      findCaller(id),
      session === undefined || hasSession?.(session),
    ]);
    if (isBlocked) throw blockedAccount();
    if (!isOpen) throw invalidToken('session ended');
    const caller = { id, ...(session !== undefined && { session }), ...account };
    tokens.set(caller, token);
    return caller;
  }

  app.decorate('authorize', async (request, access) => {
    if (access === 'public') return undefined;
    const caller = await identifyCaller(request);
    requireRole(caller, access);
    return caller;
  });
  app.decorate('readVerifiedEmail', async (caller) => {
    const token = tokens.get(caller);
    return token === undefined ? undefined : readVerifiedEmail({ id: caller.id, token });
  });
  app.decorate('readFreshEmails', async (caller) => {
    const token = tokens.get(caller);
    return token === undefined ? [] : readFreshEmails({ id: caller.id, token });
  });
}

/**
 * Checks the caller's role.
 * @throws ProblemError 403
 */
export function requireRole({ role }: Caller, access: Exclude<Access, 'public'>): void {
  if (access === 'authenticated') return;
  if (!role || !access.includes(role)) throw forbidden('role');
}
