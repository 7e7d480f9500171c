import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './accepted-encoding.ts';
import type { PendingResponse } from './pending-response.ts';
import type { RequestRate } from './request-rate.ts';

/** Compress in Node's thread pool, so that the event loop is not blocked. */
const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);
const decompress = promisify(brotliDecompress);

/** The minimum size of a compressed body (bytes). Compressing a smaller body does not make it faster to send. */
const MIN_COMPRESSED_BYTES = 1_024;

/**
 * The Brotli quality of the first compression. For pages of the usual size, a higher quality takes much longer and
 * saves little.
 */
export const BROTLI_QUALITY = 6;

/**
 * The Brotli quality of hot responses. Compared with `BROTLI_QUALITY`, the output is a fifth smaller, but compression
 * takes a hundred times as long: 50 ms for a typical page.
 */
const BEST_BROTLI_QUALITY = constants.BROTLI_MAX_QUALITY;

/**
 * The maximum size of a body that is recompressed, as compressed with `BROTLI_QUALITY` (bytes). A larger body would
 * occupy a core for too long.
 */
const MAX_RECOMPRESSED_BYTES = 32 * 1024;

/** The approximate memory of a cached response, not counting its bodies and headers (bytes). */
const OVERHEAD = 1_024;

/** Header values by lower-case name. */
export type ResponseHeaders = Record<string, number | string | string[] | undefined>;

/**
 * The maximum length of a body that is sent as a string (bytes). Up to this length, a string is faster than a buffer,
 * because Node writes the head and a string together, but a buffer separately.
 * https://nodejs.org/api/http.html#responseenddata-encoding-callback
 */
const MAX_STRING_BYTES = 6_000;

/**
 * A response as sent in one encoding. The list of headers has names and values in turn, because Node writes this form
 * fastest. A short body is a `latin1` string with one character per byte.
 */
export type Representation = { headers: string[]; body: Buffer | string };

/** Cacheable statuses: 200, 404 for a path without a page, and 410 for a deleted resource. */
export type CachedStatus = 200 | 404 | 410;

/** A complete public response, ready to send to any client. Times are of the monotonic clock (ms). */
export type CachedResponse = Pick<PendingResponse, 'topics' | 'expiresAt' | 'allowStale'> & {
  status: CachedStatus;
  requestRate: RequestRate;
  startedAt: number;
  finishedAt: number;
  /**
   * When a change made the response stale that removed nothing from the board; undefined while it is fresh. A stale
   * response only replaces errors.
   */
  changedAt: number | undefined;
  /** Whether the response is recompressed once it is hot. */
  isRecompressible: boolean;
  etag: string;
  /** The headers by lower-case name, except those that depend on the encoding. */
  headers: ResponseHeaders;
  /** The headers of a 304: a list with names and values in turn. */
  notModifiedHeaders: string[];
  /**
   * The representations made so far. The Brotli representation is always among them, unless the body is too small to
   * compress.
   */
  representations: Map<Encoding, Representation>;
  /** The representations that are being made at the moment, so that each is made only once for all requests. */
  pending: Map<Encoding, Promise<Representation>>;
};

/** Whether a body of this length (bytes) is so small that all clients get it uncompressed. */
export function isTooSmallToCompress(bytes: number): boolean {
  return bytes < MIN_COMPRESSED_BYTES;
}

export async function encodeBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body;
  return encoding === 'gzip' ? compressWithGzip(body) : encodeWithBrotli(body, BROTLI_QUALITY);
}

function encodeWithBrotli(body: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return compressWithBrotli(body, { params });
}

/** Creates a cached response with two representations: Brotli, and `encoding`, which the first client accepts. */
export async function createCachedResponse(
  { topics, expiresAt, allowStale }: PendingResponse,
  { requestRate, startedAt }: Pick<CachedResponse, 'requestRate' | 'startedAt'>,
  { status, headers, body }: { status: CachedStatus; headers: ResponseHeaders; body: Buffer },
  encoding: Encoding,
): Promise<CachedResponse> {
  const { 'content-type': _, ...notModifiedHeaders } = headers;
  const response: CachedResponse = {
    status,
    topics,
    expiresAt,
    allowStale,
    requestRate,
    startedAt,
    finishedAt: performance.now(),
    changedAt: undefined,
    isRecompressible: false,
    etag: String(headers.etag),
    headers,
    notModifiedHeaders: toRawHeaders(notModifiedHeaders),
    representations: new Map(),
    pending: new Map(),
  };
  if (isTooSmallToCompress(body.length)) {
    add(response, 'identity', body);
    return response;
  }
  await Promise.all(
    [...new Set<Encoding>(['br', encoding])].map(async (each) =>
      add(response, each, await encodeBody(body, each)),
    ),
  );
  return response;
}

/**
 * The representation in this encoding; undefined if it has not been made. A small body has only an uncompressed
 * representation.
 */
export function representation(
  { representations }: CachedResponse,
  encoding: Encoding,
): Representation | undefined {
  return (
    representations.get(encoding) ??
    (representations.has('br') ? undefined : representations.get('identity'))
  );
}

export function bytesOf({ body }: Representation): Buffer {
  return typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
}

/** Makes the representation once, for all requests that need it at the same time (single-flight). */
export function makeRepresentation(
  response: CachedResponse,
  encoding: Encoding,
): Promise<Representation> {
  const pending = response.pending.get(encoding);
  if (pending) return pending;
  const make = async () => {
    const compressed = response.representations.get('br');
    if (!compressed) throw new Error('Small responses have only a plain representation');
    const plain = await decompress(bytesOf(compressed));
    return add(response, encoding, await encodeBody(plain, encoding));
  };
  const making = make().finally(() => response.pending.delete(encoding));
  response.pending.set(encoding, making);
  return making;
}

export function canRecompress({ representations }: CachedResponse): boolean {
  const brotli = representations.get('br');
  return brotli !== undefined && brotli.body.length <= MAX_RECOMPRESSED_BYTES;
}

/**
 * Replaces the Brotli representation with one of the best quality. The longer compression is worthwhile only for a hot
 * response.
 */
export async function recompress(response: CachedResponse): Promise<void> {
  const brotli = response.representations.get('br');
  if (!brotli) return;
  const plain = await decompress(bytesOf(brotli));
  add(response, 'br', await encodeWithBrotli(plain, BEST_BROTLI_QUALITY));
}

/** Returns the approximate memory of the response (bytes). */
export function sizeOf({ representations, notModifiedHeaders }: CachedResponse): number {
  const headers = notModifiedHeaders.join('').length;
  let size = OVERHEAD + headers;
  for (const { body } of representations.values()) size += headers + body.length;
  return size;
}

function add(response: CachedResponse, encoding: Encoding, body: Buffer): Representation {
  const headers = toRawHeaders({
    ...response.headers,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': body.length,
  });
  const made = { headers, body: body.length <= MAX_STRING_BYTES ? body.toString('latin1') : body };
  response.representations.set(encoding, made);
  return made;
}

/**
 * Converts headers to a list with names and values in turn.
 * https://nodejs.org/api/http.html#responsewriteheadstatuscode-statusmessage-headers
 */
function toRawHeaders(headers: ResponseHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((single) => [name, String(single)]),
  );
}
