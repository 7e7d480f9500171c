import type { IncomingMessage } from 'node:http';
import { FetchError, type FetchFailure } from '../systems/system.ts';
import { parseRetryAfter } from './retry-policy.ts';

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
