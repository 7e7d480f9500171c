import type { FastifyBaseLogger } from 'fastify';
import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, jwtVerify } from 'jose';
import { later, ProblemError } from '#server/http/api/problem.ts';
import { ACCOUNT_ID_LENGTH, SIGN_IN } from '#shared/limits.ts';

/**
 * Verifies an access token and returns its subject, the account id.
 * @throws ProblemError 401 if it is invalid, 503 if the provider's keys are unavailable
 */
export type VerifyAccessToken = (token: string) => Promise<string>;

type Options = {
  /** The `iss` claim of the tokens; ends with a slash. */
  issuer: string;
  audience: string;
  log: FastifyBaseLogger;
  /** Replaces HTTP for fetching the provider's keys. */
  fetchKeys?: FetchImplementation;
};

/** Keys older than this are refreshed in the background (ms). */
const MAX_KEYS_AGE = 600_000;

/**
 * Minimum time between successful fetches for unknown keys (ms): otherwise forged tokens could flood the provider.
 * While fetches fail, simultaneous requests share one.
 */
const KEYS_COOLDOWN = 30_000;

/**
 * Verifies access tokens with the provider's published keys, which are fetched once and cached. While the provider is
 * down, only tokens signed with an unknown key fail.
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

  /** Removes withdrawn keys. The cached keys stay in use until then, and while the provider is down. */
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
      return payload.sub;
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      if (isTokenError(error)) throw invalidToken(failedCheck(error));
      log.error({ err: error }, 'Identity provider keys unavailable; token refused');
      throw later('The identity provider is unavailable. Try again soon.', 5);
    }
  };
}

/** The library accepts a claim of any type. */
function isAccountId(subject: unknown): subject is string {
  return (
    typeof subject === 'string' &&
    subject !== '' &&
    subject.length <= ACCOUNT_ID_LENGTH &&
    !subject.includes('\0')
  );
}

/** Whether the token is invalid. Every other error is a failure to fetch the keys. */
function isTokenError(error: unknown): error is errors.JOSEError {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error instanceof errors.JOSEError && error.code !== errors.JOSEError.code;
}

/** For the log: the library's error code, and the name of the invalid claim. */
function failedCheck(error: errors.JOSEError): string {
  const isClaimError = error instanceof errors.JWTClaimValidationFailed;
  return isClaimError ? `${error.code} ${error.claim}` : error.code;
}

/** https://www.rfc-editor.org/rfc/rfc6750#section-3 */
function invalidToken(reason: string): ProblemError {
  const challenge = 'Bearer error="invalid_token"';
  return unauthorized('The access token is invalid. Sign in again.', challenge, reason);
}

export function missingToken(reason: string): ProblemError {
  return unauthorized('Sign in first.', 'Bearer', reason);
}

function unauthorized(detail: string, challenge: string, reason: string): ProblemError {
  return new ProblemError(401, detail, { headers: { 'www-authenticate': challenge }, reason });
}
