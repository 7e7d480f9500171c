import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './accepted-encoding.ts';
import { cacheKey } from './cache-key.ts';
import {
  bytesOf,
  type CachedResponse,
  encodeBody,
  isSentPlain,
  makeRepresentation,
  representation,
} from './cached-response.ts';
import { bodyTag, isUnchanged } from './conditional-request.ts';
import type { PageCache } from './page-cache.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What it answers with 200 or 410 is the same for everyone. */
    isPublic?: boolean;
  }
}

/**
 * Browsers ask each time whether it still holds; shared caches in front of us are told of no change, so
 * they may keep it for the second in which every server shows a change.
 * https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2
 */
const SHARED = 'public, max-age=0, s-maxage=1, must-revalidate';

/**
 * Gives what is the same for everyone its `ETag`, answers 304 to whoever has it, compresses it beside the
 * requests, and hands it to the page cache.
 */
export function cacheResponses(app: FastifyInstance, { cache }: { cache?: PageCache | undefined }) {
  app.addHook('onSend', async (request, reply, payload) => {
    const old = reply.statusCode >= 500 ? cache?.staleIfError(request.raw) : undefined;
    if (old) return sendStale(old, request, reply);
    if (typeof payload !== 'string' || !isPublicResponse(request, reply)) {
      cache?.pass(request.raw);
      return payload;
    }
    // Yields to other requests between serializing a body and hashing it.
    await nextTurn();
    const body = Buffer.from(payload);
    const { headers } = request;
    const status = reply.statusCode === 410 ? 410 : 200;
    reply.header('vary', 'accept-encoding');
    // What is gone has no version that somebody could have.
    const etag =
      status === 200
        ? (reply.getHeader('etag') ?? bodyTag(String(reply.getHeader('content-type')), body))
        : undefined;
    if (etag !== undefined) reply.header('etag', etag);
    if (cacheKey(request.url)) {
      reply.header('cache-control', SHARED);
    } else if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-cache');
    }

    const encoding = isSentPlain(body.length)
      ? 'identity'
      : acceptedEncoding(headers['accept-encoding']);
    const made = { status, headers: reply.getHeaders(), body, encoding } as const;
    const kept = await cache?.keep(request.raw, made);
    if (etag !== undefined && isUnchanged(headers['if-none-match'], String(etag))) {
      reply.code(304).removeHeader('content-type');
      return null;
    }
    // Node would encode the string again, once to count its bytes and once to write them.
    if (encoding === 'identity' || request.method === 'HEAD') return body;
    reply.header('content-encoding', encoding);
    return kept ?? encodeBody(body, encoding);
  });
}

/** A cached response in place of an error, with its age. https://www.rfc-editor.org/rfc/rfc9111#section-5.1 */
async function sendStale(old: CachedResponse, request: FastifyRequest, reply: FastifyReply) {
  const age = Math.floor((performance.now() - old.finished) / 1_000);
  reply.removeHeader('retry-after').removeHeader('content-length');
  reply.code(old.status).headers({ ...old.headers, age });
  if (isUnchanged(request.headers['if-none-match'], old.etag)) {
    reply.code(304).removeHeader('content-type');
    return null;
  }
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const made = representation(old, encoding) ?? (await makeRepresentation(old, encoding));
  const { headers } = made;
  const encoded = headers[headers.indexOf('content-encoding') + 1];
  if (headers.includes('content-encoding')) reply.header('content-encoding', encoded);
  return bytesOf(made);
}

function isPublicResponse(request: FastifyRequest, reply: FastifyReply): boolean {
  return (
    request.routeOptions.config.isPublic === true &&
    (reply.statusCode === 200 || reply.statusCode === 410) &&
    !reply.hasHeader('set-cookie') &&
    !/no-store|private/.test(String(reply.getHeader('cache-control')))
  );
}
