import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Database } from '#server/db/client.ts';
import { ACCOUNT_BLOCKED, ProblemError } from '#server/http/api/problem.ts';
import type { PageLook } from '#server/http/pages/plain-page.ts';
import { addLogContext } from '#server/http/plugins/request-log.ts';
import { BLOCKED } from '../access-token.ts';
import type { SignInOutcome } from '../sign-in-metrics.ts';
import { isBlocked } from './blocked.ts';
import { errors } from './oidc-library.ts';
import { errorPage } from './pages.ts';
import { logSignedIn } from './sign-in-log.ts';

type Options = {
  db: Database;
  provider: () => Promise<Provider>;
  look: PageLook;
  clientOrigin: string;
  onSignIn: (outcome: SignInOutcome) => void;
};

/** The security headers of the provider's pages. */
export type PageHeaders = NonNullable<RouteShorthandOptions['helmet']>;

/** What the pages of a sign-in need from the provider. */
export type SignInSession = ReturnType<typeof signInSession>;

/** A sign-in that has started. */
export type PendingSignIn = {
  /** The person who has proven an identity in it; undefined until then. */
  accountId: string | undefined;
  /** The address that the client suggests; empty if it suggests none. */
  hint: string;
  /** The URL at which the library continues once the person has proven an identity. */
  next: string;
};

export function signInSession({ db, provider, look, clientOrigin, onSignIn }: Options) {
  return {
    /** Finds the sign-in in the URL. Returns undefined if this browser has not started it, or if it has ended. */
    async pending(
      { raw, params }: FastifyRequest,
      reply: FastifyReply,
    ): Promise<PendingSignIn | undefined> {
      try {
        const {
          uid,
          result,
          returnTo,
          params: request,
        } = await (await provider()).interactionDetails(raw, reply.raw);
        if (uid !== (params as { uid: string }).uid) return undefined;
        const hint = typeof request.login_hint === 'string' ? request.login_hint : '';
        return { accountId: result?.login?.accountId, hint, next: returnTo };
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return undefined;
        throw error;
      }
    },

    /**
     * Signs the person in. Returns the URL at which the library continues.
     * @throws ProblemError 403 if a site admin has blocked the person
     */
    async signIn(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<string> {
      if (await isBlocked(db, accountId)) {
        onSignIn('refused');
        throw new ProblemError(403, BLOCKED, { reason: ACCOUNT_BLOCKED });
      }
      const library = await provider();
      const next = await library.interactionResult(request.raw, reply.raw, {
        login: { accountId, remember: true },
      });
      logSignedIn(request, accountId);
      onSignIn('signed_in');
      return next;
    },

    /** Refuses input with a page that says what is wrong. */
    refuse(
      request: FastifyRequest,
      reply: FastifyReply,
      reason: string,
      html: string,
      status = 400,
    ) {
      addLogContext(request, { reason });
      onSignIn('refused');
      return sendPage(reply, html, status);
    },

    /** Refuses the response of another provider, and leads back to the page of the sign-in that says so. */
    sendBack(request: FastifyRequest, reply: FastifyReply, reason: string, path: string) {
      addLogContext(request, { reason });
      onSignIn('refused');
      return reply.header('cache-control', 'no-store').redirect(path, 303);
    },

    /** Says that the sign-in does not exist, or not in this browser. */
    refuseEnded(request: FastifyRequest, reply: FastifyReply) {
      const html = errorPage(look, clientOrigin, 'this sign-in has ended; start again');
      return this.refuse(request, reply, 'unknown sign-in', html);
    },
  };
}

export function sendPage(reply: FastifyReply, html: string, status = 200) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(html);
}

/**
 * Refuses forms of other origins. Browsers do not send the cookies of a sign-in with such forms, either.
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 * @throws ProblemError 403
 */
export function requireOwnForm({ headers }: FastifyRequest, origin: string): void {
  if (headers.origin === undefined || headers.origin === origin) return;
  throw new ProblemError(403, 'This form was sent by another site.', { reason: 'foreign form' });
}
