import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './accepted-encoding.ts';
import { cacheKey } from './cache-key.ts';
import {
  bytesOf,
  type CachedResponse,
  encodeBody,
  isTooSmallToCompress,
  makeRepresentation,
  representation,
} from './cached-response.ts';
import { bodyTag, isUnchanged } from './conditional-request.ts';
import type { PageCache } from './page-cache.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether every client gets the same response (200 or 410). */
    isPublic?: boolean;
  }
}

/**
 * The `cache-control` header of cacheable public responses. Browsers must revalidate each time. Shared caches in front
 * of the server do not learn of changes, so they may serve a response for only one second. The server processes
 * themselves also show a change within one second. https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2
 */
const SHARED = 'public, max-age=0, s-maxage=1, must-revalidate';

/**
 * Prepares public responses: sets the `ETag`, answers 304 to a matching `If-None-Match`, compresses the body in Node's
 * thread pool and stores the response in the page cache.
 */
export function cacheResponses(app: FastifyInstance, { cache }: { cache?: PageCache | undefined }) {
  app.addHook('onSend', async (request, reply, payload) => {
    const stale = reply.statusCode >= 500 ? cache?.staleIfError(request.raw) : undefined;
    if (stale) {
      const age = Math.floor((performance.now() - stale.finishedAt) / 1_000);
      reply.removeHeader('retry-after').removeHeader('content-length').header('age', age);
      return writeCached(stale, request, reply);
    }
    if (typeof payload !== 'string' || !isPublicResponse(request, reply)) {
      const { statusCode } = reply;
      const isError = statusCode >= 400 && statusCode !== 404 && statusCode !== 410;
      cache?.doNotStore(request.raw, { isError });
      return payload;
    }
    await request.turn();
    const body = Buffer.from(payload);
    const { headers } = request;
    const status = reply.statusCode === 410 ? 410 : 200;
    reply.header('vary', 'accept-encoding');
    // A 410 has no ETag, because no client can have a current version of a deleted resource.
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

    const encoding = isTooSmallToCompress(body.length)
      ? 'identity'
      : acceptedEncoding(headers['accept-encoding']);
    const response = { status, headers: reply.getHeaders(), body, encoding } as const;
    const encoded = await cache?.store(request.raw, response);
    if (etag !== undefined && isUnchanged(headers['if-none-match'], String(etag))) {
      reply.code(304).removeHeader('content-type');
      return null;
    }
    // Send the buffer instead of the string, which Node would encode twice: to count its bytes and to write them.
    if (encoding === 'identity' || request.method === 'HEAD') return body;
    reply.header('content-encoding', encoding);
    return encoded ?? encodeBody(body, encoding);
  });
}

/**
 * Sets the status and headers of a cached response, with the encoding that the client accepts. Returns the body; null
 * if the client has it.
 */
export async function writeCached(
  cached: CachedResponse,
  { headers: { 'if-none-match': known, 'accept-encoding': accepted } }: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer | null> {
  reply.code(cached.status).headers(cached.headers);
  if (cached.status === 200 && isUnchanged(known, cached.etag)) {
    reply.code(304).removeHeader('content-type');
    return null;
  }
  const encoding = acceptedEncoding(accepted);
  const selected = representation(cached, encoding) ?? (await makeRepresentation(cached, encoding));
  const { headers } = selected;
  const contentEncoding = headers[headers.indexOf('content-encoding') + 1];
  if (headers.includes('content-encoding')) reply.header('content-encoding', contentEncoding);
  return bytesOf(selected);
}

function isPublicResponse(request: FastifyRequest, reply: FastifyReply): boolean {
  return (
    request.routeOptions.config.isPublic === true &&
    (reply.statusCode === 200 || reply.statusCode === 410) &&
    !reply.hasHeader('set-cookie') &&
    !/no-store|private/.test(String(reply.getHeader('cache-control')))
  );
}
