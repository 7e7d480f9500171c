import type { IncomingMessage, ServerResponse } from 'node:http';
import { deleteOldestSignIns, toHostCookie } from './host-cookies.ts';

type Origins = {
  issuer: string;
  /** The origin of the site. */
  clientOrigin: string;
};

/**
 * Hardens a response of the library: other sites may not read or frame it, and over https, its cookies get the format
 * that the `__Host-` prefix requires.
 */
export function restrictToOrigin(
  request: IncomingMessage,
  response: ServerResponse,
  { issuer, clientOrigin }: Origins,
): void {
  if (response.getHeader('access-control-allow-origin') !== clientOrigin) {
    for (const name of response.getHeaderNames()) {
      if (name.startsWith('access-control-')) response.removeHeader(name);
    }
  }
  const policy = String(response.getHeader('content-security-policy'));
  if (!policy.includes('frame-ancestors')) {
    response.setHeader('content-security-policy', `${policy};frame-ancestors ${clientOrigin}`);
  }
  const cookies = response.getHeader('set-cookie');
  if (Array.isArray(cookies) && issuer.startsWith('https:')) {
    response.setHeader('set-cookie', [
      ...cookies.map(toHostCookie),
      ...deleteOldestSignIns(request),
    ]);
  }
}
