import type { FastifyBaseLogger } from 'fastify';
import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, jwtVerify } from 'jose';
import { ACCOUNT_BLOCKED, later, ProblemError } from '#server/http/api/problem.ts';
import { SIGN_IN } from '#shared/domain/sign-in.ts';
import { ACCOUNT_ID_LENGTH } from '#shared/limits.ts';

/** What an access token says about its caller. */
type TokenClaims = {
  /** The subject, which is the account id. */
  id: string;
  /** The provider's session (`sid`) to which the token belongs; undefined if it belongs to none. */
  session: string | undefined;
};

/**
 * Verifies an access token and returns its claims.
 * @throws ProblemError 401 if the token is invalid, 503 if the provider's keys are unavailable
 */
export type VerifyAccessToken = (token: string) => Promise<TokenClaims>;

type Options = {
  /** The expected `iss` claim of tokens. It ends with a slash. */
  issuer: string;
  audience: string;
  log: FastifyBaseLogger;
  /** Replaces HTTP for fetching the provider's keys. */
  fetchKeys?: FetchImplementation;
};

/** The maximum age of the provider's keys (ms). Older keys are refreshed in the background. */
const MAX_KEYS_AGE = 600_000;

/**
 * The minimum time between two successful fetches for unknown keys (ms), so that forged tokens cannot flood the
 * provider. While fetches fail, simultaneous requests share one fetch.
 */
const KEYS_COOLDOWN = 30_000;

/**
 * Verifies access tokens with the provider's published keys, which are fetched once and cached. While the provider is
 * down, only tokens that are signed with an unknown key fail.
 * https://github.com/panva/jose/blob/main/docs/jwks/remote/functions/createRemoteJWKSet.md
 */
export function accessTokens({ issuer, audience, log, fetchKeys }: Options): VerifyAccessToken {
  const keys = createRemoteJWKSet(new URL('.well-known/jwks.json', issuer), {
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: KEYS_COOLDOWN,
    timeoutDuration: SIGN_IN.httpTimeout,
    ...(fetchKeys && { [customFetch]: fetchKeys }),
  });
  let fetchedAt = 0;

  /**
   * Fetches the keys again, so that keys which the provider has withdrawn disappear. The cached keys stay in use until
   * the fetch succeeds.
   */
  function refreshKeys(): void {
    if (Date.now() - fetchedAt < MAX_KEYS_AGE) return;
    const hasKeys = fetchedAt > 0;
    fetchedAt = Date.now();
    if (!hasKeys) return;
    keys.reload().catch((error: unknown) => {
      log.warn({ err: error }, 'Identity provider keys not refreshed; cached keys stay in use');
    });
  }

  return async (token) => {
    refreshKeys();
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: [SIGN_IN.signatureAlgorithm],
        clockTolerance: SIGN_IN.clockLeeway / 1000,
        requiredClaims: ['exp', 'sub'],
      });
      if (!isAccountId(payload.sub)) throw invalidToken('no account id');
      const { sub: id, sid } = payload;
      return { id, session: typeof sid === 'string' ? sid : undefined };
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      if (isTokenError(error)) throw invalidToken(failedCheck(error));
      log.error({ err: error }, 'Identity provider keys unavailable; token refused');
      throw later('The identity provider is unavailable. Try again soon.', 5);
    }
  };
}

/** The type of the subject must be checked, because the library accepts a claim of any type. */
function isAccountId(subject: unknown): subject is string {
  return (
    typeof subject === 'string' &&
    subject !== '' &&
    subject.length <= ACCOUNT_ID_LENGTH &&
    !subject.includes('\0')
  );
}

/** Whether the error means that the token is invalid. All other errors mean that the keys could not be fetched. */
function isTokenError(error: unknown): error is errors.JOSEError {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error instanceof errors.JOSEError && error.code !== errors.JOSEError.code;
}

/** What is wrong with the token, for the log: the library's error code, and the name of the invalid claim. */
function failedCheck(error: errors.JOSEError): string {
  const isClaimError = error instanceof errors.JWTClaimValidationFailed;
  return isClaimError ? `${error.code} ${error.claim}` : error.code;
}

/** https://www.rfc-editor.org/rfc/rfc6750#section-3 */
export function invalidToken(reason: string): ProblemError {
  const challenge = 'Bearer error="invalid_token"';
  return unauthorized('The access token is invalid. Sign in again.', challenge, reason);
}

/** Refuses a person whom a site admin has blocked, whatever their token says. */
export function blockedAccount(): ProblemError {
  return unauthorized(BLOCKED, 'Bearer error="invalid_token"', ACCOUNT_BLOCKED);
}

/** What a blocked person reads. */
export const BLOCKED =
  'A site admin has blocked this account. Ask the operator of this site if you think that this is a mistake.';

export function missingToken(reason: string): ProblemError {
  return unauthorized('Sign in first.', 'Bearer', reason);
}

function unauthorized(detail: string, challenge: string, reason: string): ProblemError {
  return new ProblemError(401, detail, { headers: { 'www-authenticate': challenge }, reason });
}
