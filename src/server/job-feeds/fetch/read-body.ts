import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { errorCode } from '#server/platform/errors.ts';
import { FetchError } from './fetch-error.ts';
import type { TimeLimit } from './time-limit.ts';

/** The compressions that the client accepts. `deflate` is not among them, because servers send it in two formats. */
export const ACCEPT_ENCODING = 'gzip, br';

const DECOMPRESSORS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

type Options = {
  host: string;
  timeLimit: TimeLimit;
  /** The maximum size of the body, compressed and decompressed (bytes). */
  maxBytes: number;
  /** Called with the number of bytes of each part of the body as it is received, that is, compressed. */
  onBytes: (count: number) => void;
  /** Called with the number of bytes of each part of the body as it is read, that is, decompressed. */
  onRead?: ((count: number) => void) | undefined;
  signal: AbortSignal | undefined;
};

/**
 * Reads the body of a response as a stream, decompressed. Both the compressed and the decompressed size are limited: a
 * small body may decompress to a large one, and a large body to nothing.
 * @throws FetchError
 */
export async function* readBody(
  response: IncomingMessage,
  { host, timeLimit, maxBytes, onBytes, onRead, signal }: Options,
): AsyncGenerator<Uint8Array, void> {
  const tooLarge = () =>
    new FetchError(
      'too_large',
      `The response of ${host} is larger than ${formatMegabytes(maxBytes)}.`,
    );
  if (Number(response.headers['content-length']) > maxBytes) {
    response.destroy();
    throw tooLarge();
  }
  let received = 0;
  const counted = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      received += chunk.length;
      onBytes(chunk.length);
      done(received > maxBytes ? tooLarge() : null, chunk);
    },
  });
  const body = decompress(response, counted, host);
  let size = 0;
  try {
    const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await timeLimit.wait(chunks.next());
      if (done) return;
      size += value.length;
      if (size > maxBytes) throw tooLarge();
      onRead?.(value.length);
      yield value;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw bodyError(error, response, host);
  } finally {
    body.destroy();
    response.destroy();
  }
}

/**
 * Sends a response through its decompressor, and returns the last stream. An error of any stream also ends this one.
 */
function decompress(response: IncomingMessage, counted: Transform, host: string): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  // Ignore the error here, because the code that reads the last stream gets it.
  const ignoreEnd = () => {};
  if (encoding === '' || encoding === 'identity') return pipeline(response, counted, ignoreEnd);
  const create = DECOMPRESSORS.get(encoding);
  if (!create) {
    response.destroy();
    throw new FetchError('unreadable', `${host} compresses in an unknown way: ${encoding}.`);
  }
  return pipeline(response, counted, create(), ignoreEnd);
}

/** The error for a body that cannot be read. It says whether the body ended early or is damaged. */
function bodyError(error: unknown, response: IncomingMessage, host: string): unknown {
  if (error instanceof FetchError) return error;
  const code = errorCode(error) ?? '';
  if (response.errored || ['Z_BUF_ERROR', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code))
    return new FetchError('cut', `The response of ${host} ended before its end.`);
  if (error instanceof Error && 'errno' in error) {
    return new FetchError('unreadable', `The response of ${host} cannot be decompressed.`);
  }
  return error;
}

function formatMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`;
}
