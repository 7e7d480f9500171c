import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Database } from '#server/db/client.ts';
import type { SignInConfig } from '#server/platform/config/config.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { EMAIL_LENGTH } from '#shared/limits.ts';
import { personById } from './embedded-provider/people.ts';
import { findUser, listFreshEmails } from './embedded-provider/users.ts';
import { normalizeEmail } from './normalize-email.ts';
import { readLimitedText } from './read-limited-text.ts';

/**
 * Reads the email address that the identity provider has verified for an account, normalized by `normalizeEmail`.
 * Returns null if there is no verified address, and undefined if the provider is unavailable.
 */
export type ReadVerifiedEmail = (account: TokenHolder) => Promise<string | null | undefined>;

/**
 * Reads the email addresses that a person has proven at sign-in within the last hour, normalized by `normalizeEmail`.
 * Who has left a company loses its mailbox, but may keep a session for weeks, so older proofs do not count.
 */
export type ReadFreshEmails = (account: TokenHolder) => Promise<string[]>;

type TokenHolder = {
  id: string;
  /** The caller's own access token. */
  token: string;
};

/** How long a slow provider may delay a sign-in (ms). */
const TIMEOUT = 3_000;
/** The maximum size of the provider's response (bytes). A typical profile has a few hundred bytes. */
const MAX_SIZE = 64 * 1024;

/**
 * Whether addresses from the demo sign-in count as verified. The demo sign-in requires no proof, so its addresses count
 * only on a site that serves this machine alone.
 */
export function trustsEmbeddedAddresses(
  signIn: SignInConfig | undefined,
  publicUrl: string,
): boolean {
  return signIn?.embedded !== undefined && isLoopback(new URL(publicUrl).hostname);
}

export function demoVerifiedEmail(options: { trusted: boolean }): ReadVerifiedEmail {
  return async ({ id }) => (options.trusted ? personById(id)?.email : undefined) ?? null;
}

/** Reads the address that a user of the embedded provider has proven. */
export function provenEmail(db: Database): ReadVerifiedEmail {
  return async ({ id }) => (await findUser(db, id))?.email ?? null;
}

/** Reads the addresses that a user of the embedded provider has proven within the last hour. */
export function freshEmails(db: Database): ReadFreshEmails {
  return ({ id }) => listFreshEmails(db, id);
}

/**
 * Reads the address of the demo sign-in or of an external provider. It is read anew, because it is unknown when the
 * provider has verified it.
 */
export function currentEmails(read: ReadVerifiedEmail): ReadFreshEmails {
  return async (account) => {
    const email = await read(account);
    return email ? [email] : [];
  };
}

/**
 * The fields of a userinfo response that are used.
 * https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse
 */
const userinfo = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.unknown(),
});

/**
 * Returns a function that reads the address from the userinfo endpoint of an external provider.
 * @param options.issuer ends with a slash
 */
export function userinfoVerifiedEmail({
  issuer,
  log,
}: {
  issuer: string;
  log: FastifyBaseLogger;
}): ReadVerifiedEmail {
  const url = new URL('userinfo', issuer);
  return async ({ id, token }) => {
    try {
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const text = await readLimitedText(response, MAX_SIZE);
      if (!response.ok) throw new Error(`status ${response.status}`);
      const { sub, email = '', email_verified } = userinfo.parse(JSON.parse(text));
      if (sub !== id) throw new Error('Profile of another subject');
      const isAddress = /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= EMAIL_LENGTH;
      return email_verified === true && isAddress && !email.includes('\0')
        ? normalizeEmail(email)
        : null;
    } catch (error) {
      // Omit the error's message, which may quote the address in the response.
      log.warn(
        { reason: reasonOf(error) },
        'Identity provider userinfo unreadable; stored address unchanged',
      );
      return undefined;
    }
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof z.ZodError) return 'no profile';
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}
