import type { FastifyBaseLogger } from 'fastify';
import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, jwtVerify } from 'jose';
import { later, ProblemError } from '#server/http/api/problem.ts';
import { ACCOUNT_ID_LENGTH, SIGN_IN } from '#shared/constants/limits.ts';

/** Who an access token is for: the provider's subject. */
export type VerifyAccessToken = (token: string) => Promise<string>;

type Options = {
  /** As it stands in the tokens; ends in a slash. */
  issuer: string;
  audience: string;
  log: FastifyBaseLogger;
  /** How the provider's keys are fetched, where not over HTTP. */
  fetchKeys?: FetchImplementation;
};

/** Keys this old are fetched anew beside the request that finds them so (ms). */
const KEYS_FRESH = 600_000;

/**
 * No further fetch for an unknown key so soon after one that succeeded, or made-up tokens would hammer
 * the provider (ms). While fetches fail, those that come together share one.
 */
const KEYS_COOLDOWN = 30_000;

/**
 * Checks access tokens against the provider's published keys. The keys are fetched once and kept: a
 * provider that is down fails only the token that is signed with a key not seen yet.
 * https://github.com/panva/jose/blob/main/docs/jwks/remote/functions/createRemoteJWKSet.md
 */
export function accessTokens({ issuer, audience, log, fetchKeys }: Options): VerifyAccessToken {
  const keys = createRemoteJWKSet(new URL('.well-known/jwks.json', issuer), {
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: KEYS_COOLDOWN,
    timeoutDuration: SIGN_IN.httpTimeout,
    ...(fetchKeys && { [customFetch]: fetchKeys }),
  });
  let fetched = 0;

  /** Learns of withdrawn keys. Until then, and while the provider is down, the known ones serve. */
  function refreshKeys(): void {
    if (Date.now() - fetched < KEYS_FRESH) return;
    const known = fetched > 0;
    fetched = Date.now();
    if (!known) return;
    keys.reload().catch((error: unknown) => {
      log.warn({ err: error }, 'the identity provider’s keys could not be fetched anew');
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
      if (isOfTheToken(error)) throw invalidToken(failedCheck(error));
      log.error({ err: error }, 'the identity provider’s keys could not be fetched');
      throw later('The board cannot reach its identity provider. Please try again soon.', 5);
    }
  };
}

/** The library lets a claim of any type through. */
function isAccountId(subject: unknown): subject is string {
  return (
    typeof subject === 'string' &&
    subject !== '' &&
    subject.length <= ACCOUNT_ID_LENGTH &&
    !subject.includes('\0')
  );
}

/** Whether a failed check is the token's fault; what else fails is the fetching of the keys. */
function isOfTheToken(error: unknown): error is errors.JOSEError {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error instanceof errors.JOSEError && error.code !== errors.JOSEError.code;
}

/** For the log: the library's own code, and the name of the claim that is not as it has to be. */
function failedCheck(error: errors.JOSEError): string {
  const isOfAClaim = error instanceof errors.JWTClaimValidationFailed;
  return isOfAClaim ? `${error.code} ${error.claim}` : error.code;
}

/** https://www.rfc-editor.org/rfc/rfc6750#section-3 */
function invalidToken(reason: string): ProblemError {
  const challenge = 'Bearer error="invalid_token"';
  return unauthorized('The access token is not valid.', challenge, reason);
}

export function missingToken(reason: string): ProblemError {
  return unauthorized('Sign in first.', 'Bearer', reason);
}

function unauthorized(detail: string, challenge: string, reason: string): ProblemError {
  return new ProblemError(401, detail, { headers: { 'www-authenticate': challenge }, reason });
}
