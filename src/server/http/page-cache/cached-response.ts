import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './accepted-encoding.ts';
import type { PendingResponse } from './pending-response.ts';
import type { Demand } from './request-rate.ts';

/** In the thread pool: other requests go on meanwhile. */
const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);
const decompress = promisify(brotliDecompress);

/** Below this, compressing gains nothing (bytes). */
const WORTH_COMPRESSING = 1_024;

/** Where Brotli stops gaining much on pages of this size for the time it takes. */
export const BROTLI_QUALITY = 4;

/** A fifth smaller, in a hundred times the time: a twentieth of a second for the usual page. */
const BEST_BROTLI_QUALITY = constants.BROTLI_MAX_QUALITY;

/** Of what is larger it would keep a core busy for too long (bytes, packed quickly). */
const LARGEST_PACKED = 32 * 1024;

/** About what an answer takes in memory besides its body and its headers (bytes). */
const OVERHEAD = 1_024;

/** By lower-case name. */
export type ResponseHeaders = Record<string, number | string | string[] | undefined>;

/**
 * Up to here, Node sends a string faster than a buffer (bytes): it writes the string in one piece with the head,
 * and the buffer beside it. https://nodejs.org/api/http.html#responseenddata-encoding-callback
 */
const LONGEST_STRING = 6_000;

/**
 * What goes on the wire; the headers as names and values in turn, which Node writes fastest. A short body is
 * a string, a character for each byte (`latin1`).
 */
export type Representation = { headers: string[]; body: Buffer | string };

/** What is kept: what there is, and what is gone for good, unless somebody brings it back. */
export type CachedStatus = 200 | 410;

/** A finished answer, for whoever asks for it. */
export type CachedResponse = Pick<PendingResponse, 'topics' | 'until' | 'allowStale'> & {
  status: CachedStatus;
  demand: Demand;
  /** When it was begun and finished (monotonic clock, ms). */
  begun: number;
  finished: number;
  /** Whether it is worth being packed as small as it gets, where many ask for it. */
  packable: boolean;
  etag: string;
  /** By lower-case name, without those that depend on the encoding. */
  headers: ResponseHeaders;
  /** The headers of a 304, in turn. */
  unchanged: string[];
  /** In the encodings that have been asked for so far, and the one that the others are made from. */
  made: Map<Encoding, Representation>;
  making: Map<Encoding, Promise<Representation>>;
};

/** Whether a body of so many bytes is sent as it is to everyone. */
export function isSentPlain(bytes: number): boolean {
  return bytes < WORTH_COMPRESSING;
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

/** `headers` are the answer's, by lower-case name; `asked` is the encoding that was asked for first. */
export async function createCachedResponse(
  { topics, until, allowStale }: PendingResponse,
  { demand, begun }: Pick<CachedResponse, 'demand' | 'begun'>,
  { status, headers, body }: { status: CachedStatus; headers: ResponseHeaders; body: Buffer },
  asked: Encoding,
): Promise<CachedResponse> {
  const { 'content-type': _, ...unchanged } = headers;
  const answer: CachedResponse = {
    status,
    topics,
    until,
    allowStale,
    demand,
    begun,
    finished: performance.now(),
    packable: false,
    etag: String(headers.etag),
    headers,
    unchanged: inTurn(unchanged),
    made: new Map(),
    making: new Map(),
  };
  if (isSentPlain(body.length)) {
    add(answer, 'identity', body);
    return answer;
  }
  const encodings = new Set<Encoding>(['br', asked]);
  await Promise.all(
    [...encodings].map(async (encoding) => add(answer, encoding, await encodeBody(body, encoding))),
  );
  return answer;
}

/** The representation in this encoding, if it has been made; a small body has but one. */
export function representation(
  { made }: CachedResponse,
  encoding: Encoding,
): Representation | undefined {
  return made.get(encoding) ?? (made.has('br') ? undefined : made.get('identity'));
}

export function bytesOf({ body }: Representation): Buffer {
  return typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
}

/** Makes it, once for all who ask for it meanwhile. */
export function makeRepresentation(
  answer: CachedResponse,
  encoding: Encoding,
): Promise<Representation> {
  const underWay = answer.making.get(encoding);
  if (underWay) return underWay;
  const make = async () => {
    const compressed = answer.made.get('br');
    if (!compressed) throw new Error('a small answer has one representation');
    const plain = await decompress(bytesOf(compressed));
    return add(answer, encoding, await encodeBody(plain, encoding));
  };
  const making = make().finally(() => answer.making.delete(encoding));
  answer.making.set(encoding, making);
  return making;
}

/** Whether it can be packed as small as it gets. */
export function canRecompress({ made }: CachedResponse): boolean {
  const quick = made.get('br');
  return quick !== undefined && quick.body.length <= LARGEST_PACKED;
}

/** Makes it as small as it gets, for the many who ask for it from then on. */
export async function recompress(answer: CachedResponse): Promise<void> {
  const quick = answer.made.get('br');
  if (!quick) return;
  const plain = await decompress(bytesOf(quick));
  add(answer, 'br', await encodeWithBrotli(plain, BEST_BROTLI_QUALITY));
}

/** About what it takes in memory (bytes). */
export function sizeOf({ made, unchanged }: CachedResponse): number {
  const headers = unchanged.join('').length;
  let size = OVERHEAD + headers;
  for (const { body } of made.values()) size += headers + body.length;
  return size;
}

function add(answer: CachedResponse, encoding: Encoding, body: Buffer): Representation {
  const headers = inTurn({
    ...answer.headers,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': body.length,
  });
  const made = { headers, body: body.length <= LONGEST_STRING ? body.toString('latin1') : body };
  answer.made.set(encoding, made);
  return made;
}

function inTurn(headers: ResponseHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((single) => [name, String(single)]),
  );
}
