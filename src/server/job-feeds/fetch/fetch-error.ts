import type { IncomingMessage } from 'node:http';
import { parseRetryAfter } from './retry-policy.ts';

/** The kinds of failures of a request. */
export type FetchFailure =
  | 'unchanged' // 304
  | 'missing' // 404, 410
  | 'refused' // other 4xx, or robots.txt forbids it
  | 'busy' // 429, 503
  | 'failing' // other 5xx
  | 'unreachable' // DNS, connection, TLS
  | 'forbidden_address' // no public https address
  | 'redirect' // to another host, or too many
  | 'cut' // ended before its end
  | 'too_slow'
  | 'too_large'
  | 'unreadable'; // no JSON, no valid encoding

/** Thrown if a request to a source fails. The message says why, for people. */
export class FetchError extends Error {
  override name = 'FetchError';
  readonly failure: FetchFailure;
  /** When requests to the host may be sent again, if the host said so. */
  readonly retryAt: Date | undefined;

  constructor(failure: FetchFailure, message: string, retryAt?: Date) {
    super(message);
    this.failure = failure;
    this.retryAt = retryAt;
  }
}

/** The error for a response whose status is not a success. */
export function statusError(
  { statusCode: status = 0, headers }: IncomingMessage,
  { host, isConditional }: { host: string; isConditional: boolean },
): FetchError {
  if (status === 304 && isConditional) {
    return new FetchError('unchanged', `${host} has nothing new.`);
  }
  const [failure, meaning] = describeStatus(status);
  const retryAt = parseRetryAfter(headers['retry-after']);
  return new FetchError(failure, `${host} ${meaning} (status ${status}).`, retryAt);
}

function describeStatus(status: number): [FetchFailure, string] {
  if (status === 404 || status === 410) return ['missing', 'does not have this address'];
  if (status === 429 || status === 503) return ['busy', 'is busy'];
  if (status >= 500) return ['failing', 'has a failure'];
  if (status >= 400) return ['refused', 'refuses the request'];
  return ['unreadable', 'responds in an unexpected way'];
}
