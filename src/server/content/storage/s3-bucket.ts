import { once } from 'node:events';
import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from '#server/platform/config/bucket-address.ts';
import { StorageUnavailableError } from './storage-unavailable-error.ts';

type Sdk = typeof import('@aws-sdk/client-s3');
type Opened = Sdk & { client: S3Client };

export type BucketTimeouts = {
  /** For all attempts together, with the reading of the reply (ms). */
  deadline: number;
  /** For each of them (ms). */
  attempt: number;
};

const TIMEOUTS: BucketTimeouts = { deadline: 5_000, attempt: 2_000 };

/** What a store is asked to do, in words that follow "the bucket did not". */
type Ask = <Reply>(
  what: string,
  act: (opened: Opened, signal: AbortSignal) => Promise<Reply>,
) => Promise<Reply>;

/**
 * Asks the store that keeps the bucket; whoever asks passes the signal on. While it does not answer, one request at a
 * time goes on trying and the others fail at once, so that they do not take the places of what needs no bucket.
 * @throws StorageUnavailableError whatever was wrong
 */
export function openBucket(address: BucketAddress, timeouts = TIMEOUTS): Ask {
  let opened: Promise<Opened> | undefined;
  let hangs = false;
  let trying = false;
  return async (what, act) => {
    opened ??= loadClient(address, timeouts);
    const loaded = await opened;
    if (hangs && trying) {
      throw new StorageUnavailableError(`the bucket did not ${what}: it does not answer`);
    }
    const tries = hangs;
    if (tries) trying = true;
    const signal = AbortSignal.timeout(timeouts.deadline);
    try {
      // Neither looking for credentials nor what waits for a socket hears of the signal.
      const reply = await Promise.race([act(loaded, signal), rejectWith(signal)]);
      hangs = false;
      return reply;
    } catch (error) {
      hangs = signal.aborted;
      throw unavailable(what, error);
    } finally {
      if (tries) trying = false;
    }
  };
}

/** The SDK takes a quarter of a second and 25 MB: who has no bucket does without. */
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
    // Other stores than Amazon's refuse checksums that they do not know; what is sent is signed with its digest.
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
 * The SDK hangs requests, replies and what was signed on its errors, and a store's messages may quote them: of those
 * stay the code and the status. What never came as far as a reply is told in full.
 */
function unavailable(what: string, error: unknown): StorageUnavailableError {
  const { name, $metadata } = error as Partial<Error & { $metadata: { httpStatusCode?: number } }>;
  const status = $metadata?.httpStatusCode;
  const did = `the bucket did not ${what}`;
  if (status === undefined) return new StorageUnavailableError(did, { cause: error });
  const code = /^\w{1,64}$/.test(name ?? '') ? name : 'unknown';
  return new StorageUnavailableError(`${did}: ${code} (${status})`);
}
