import type { IncomingMessage, ServerResponse } from 'node:http';
import { asOwnHosts, endOldest } from './host-cookies.ts';

type Origins = {
  issuer: string;
  /** Of the board's pages. */
  clientOrigin: string;
};

/**
 * The pages of no other site get to read an answer or to frame one, as the library would let them; and no cookie is
 * another host's.
 */
export function keepToOwnOrigin(
  request: IncomingMessage,
  answer: ServerResponse,
  { issuer, clientOrigin }: Origins,
): void {
  if (answer.getHeader('access-control-allow-origin') !== clientOrigin) {
    for (const name of answer.getHeaderNames()) {
      if (name.startsWith('access-control-')) answer.removeHeader(name);
    }
  }
  const policy = String(answer.getHeader('content-security-policy'));
  if (!policy.includes('frame-ancestors')) {
    answer.setHeader('content-security-policy', `${policy};frame-ancestors ${clientOrigin}`);
  }
  const cookies = answer.getHeader('set-cookie');
  if (Array.isArray(cookies) && issuer.startsWith('https:')) {
    answer.setHeader('set-cookie', [...cookies.map(asOwnHosts), ...endOldest(request)]);
  }
}
