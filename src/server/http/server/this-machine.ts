import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/platform/loopback.ts';

/**
 * Whether the client is on this machine. A proxy on this machine may forward requests of remote clients; such requests
 * have a proxy's headers or use HTTP/1.0, which browsers do not. In a DNS rebinding attack, a site points its own name
 * to this machine, so the `Host` header must contain a local name. https://en.wikipedia.org/wiki/DNS_rebinding
 */
export function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  if (['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers)) {
    return false;
  }
  if (raw.httpVersion === '1.0') return false;
  // Accept only a host in the format that browsers send. A URL parser would accept headers that contain more than a
  // host.
  const [, name] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(headers.host ?? '') ?? [];
  if (!name || !isLoopback(name.toLowerCase())) return false;
  return isLoopback(raw.socket.remoteAddress ?? '');
}
