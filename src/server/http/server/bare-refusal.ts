import type { ServerResponse } from 'node:http';
import { PROBLEM_TYPE, toProblem } from '../api/problem.ts';
import { DENY_ALL_CSP, HSTS_SECONDS } from '../plugins/security-headers.ts';

export type Refusal = { status: number; detail: string };

/** The security headers of these responses, to which Helmet adds none. */
const HEADERS = {
  'Content-Security-Policy': DENY_ALL_CSP,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  Connection: 'close',
};

/** Builds the headers and body of a problem response that bypasses Fastify. */
export function bareRefusal(refusal: Refusal, { https }: { https: boolean }) {
  const body = JSON.stringify(toProblem(refusal));
  const head = {
    ...HEADERS,
    ...(https && { 'Strict-Transport-Security': `max-age=${HSTS_SECONDS}` }),
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': Buffer.byteLength(body),
  };
  return { head, body };
}

/** Sends a problem response that bypasses Fastify, and closes the connection. */
export function refuse(
  response: ServerResponse,
  refusal: Refusal,
  options: { https: boolean },
): void {
  const { head, body } = bareRefusal(refusal, options);
  response.writeHead(refusal.status, head).end(body);
}
