import { once } from 'node:events';
import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from '#server/platform/config/bucket-address.ts';
import { StorageUnavailableError } from './upload-storage.ts';

type Sdk = typeof import('@aws-sdk/client-s3');
type Opened = Sdk & { client: S3Client };

export type BucketTimeouts = {
  /** The time limit for all attempts together, including reading the response (ms). */
  deadline: number;
  /** The time limit for each attempt (ms). */
  attempt: number;
};

const TIMEOUTS: BucketTimeouts = { deadline: 5_000, attempt: 2_000 };

/** Sends a request to the bucket. `operation` completes the error message "the bucket did not …". */
type SendRequest = <Response>(
  operation: string,
  send: (opened: Opened, signal: AbortSignal) => Promise<Response>,
) => Promise<Response>;

/**
 * Circuit breaker: while the store is unresponsive, one request at a time tries it. All others fail at once, so that
 * they do not occupy the slots of requests that need no bucket. Callers must pass the signal on to the client.
 * @returns a function that throws StorageUnavailableError for every failure
 */
export function openBucket(address: BucketAddress, timeouts = TIMEOUTS): SendRequest {
  let opened: Promise<Opened> | undefined;
  let isUnresponsive = false;
  let isProbing = false;
  return async (operation, send) => {
    opened ??= loadClient(address, timeouts);
    const loaded = await opened;
    if (isUnresponsive && isProbing) {
      throw new StorageUnavailableError(`the bucket did not ${operation}: it is unresponsive`);
    }
    const isProbe = isUnresponsive;
    if (isProbe) isProbing = true;
    const signal = AbortSignal.timeout(timeouts.deadline);
    try {
      // The SDK ignores the signal while it looks up credentials or waits for a socket.
      const response = await Promise.race([send(loaded, signal), rejectWith(signal)]);
      isUnresponsive = false;
      return response;
    } catch (error) {
      isUnresponsive = signal.aborted;
      throw unavailable(operation, error);
    } finally {
      if (isProbe) isProbing = false;
    }
  };
}

/** Load the SDK lazily, because that takes 250 ms and 25 MB, and a board without a bucket does not need it. */
async function loadClient(
  { region, endpoint, pathStyle }: BucketAddress,
  { attempt }: BucketTimeouts,
): Promise<Opened> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint }),
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // https://github.com/aws/aws-sdk-js-v3/blob/main/supplemental-docs/CLIENTS.md#request-handler-requesthandler
    requestHandler: {
      connectionTimeout: attempt,
      requestTimeout: attempt,
      throwOnRequestTimeout: true,
    },
    // Stores other than Amazon's refuse unknown checksums. The signature already covers a digest of the content.
    // https://docs.aws.amazon.com/sdkref/latest/guide/feature-dataintegrity.html
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { ...sdk, client };
}

async function rejectWith(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw signal.reason;
}

/**
 * Redacts errors of the store. The SDK attaches requests, responses and signed strings to its errors, and the messages
 * of a store may quote them, so only the code and status remain. An error without a response becomes the cause.
 */
function unavailable(operation: string, error: unknown): StorageUnavailableError {
  const { name, $metadata } = error as Partial<Error & { $metadata: { httpStatusCode?: number } }>;
  const status = $metadata?.httpStatusCode;
  const message = `the bucket did not ${operation}`;
  if (status === undefined) return new StorageUnavailableError(message, { cause: error });
  const code = /^\w{1,64}$/.test(name ?? '') ? name : 'unknown';
  return new StorageUnavailableError(`${message}: ${code} (${status})`);
}
