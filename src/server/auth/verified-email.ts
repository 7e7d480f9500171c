import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { SignInConfig } from '#server/platform/config/config.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { EMAIL_LENGTH } from '#shared/constants/limits.ts';
import { personById } from './embedded-provider/people.ts';

/**
 * The address that the identity provider states as verified for an account, in the form of `normalizeEmail`; null
 * where it states none, undefined where it cannot be asked now.
 */
export type ReadVerifiedEmail = (account: {
  id: string;
  /** The caller's own access token. */
  token: string;
}) => Promise<string | null | undefined>;

/** A slow provider must not hold up signing in for longer (ms). */
const TIMEOUT = 3_000;
/** Of a provider's response (bytes); a profile has a few hundred. */
const MAX_SIZE = 64 * 1024;

/**
 * As addresses are stored and compared. Other letters keep their case: some, such as the Kelvin sign, become an
 * ASCII letter in lower case, and with it somebody else's address.
 */
export function normalizeEmail(address: string): string {
  return address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Whether the embedded provider's addresses count as verified. It asks for no proof, so they do only where nobody
 * but this machine is meant to reach the board.
 */
export function trustsEmbeddedAddresses(
  signIn: SignInConfig | undefined,
  publicUrl: string,
): boolean {
  return signIn?.embedded !== undefined && isLoopback(new URL(publicUrl).hostname);
}

export function embeddedVerifiedEmail(options: { trusted: boolean }): ReadVerifiedEmail {
  return async ({ id }) => (options.trusted ? personById(id)?.email : undefined) ?? null;
}

/** https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse */
const userinfo = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.unknown(),
});

/** Asks an outside provider. `issuer` ends in a slash. */
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
      const text = await readText(response);
      if (!response.ok) throw new Error(`status ${response.status}`);
      const { sub, email = '', email_verified } = userinfo.parse(JSON.parse(text));
      if (sub !== id) throw new Error('the profile of another subject');
      const isAddress = /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= EMAIL_LENGTH;
      return email_verified === true && isAddress && !email.includes('\0')
        ? normalizeEmail(email)
        : null;
    } catch (error) {
      // The error's own text may quote the response, and with it the address.
      log.warn(
        { reason: reasonOf(error) },
        'Identity provider’s userinfo not readable; the address stays as it was',
      );
      return undefined;
    }
  };
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_SIZE) throw new Error('too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof z.ZodError) return 'no profile';
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}
