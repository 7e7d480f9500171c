import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { PROBLEM_TYPE, toProblem } from './problem.ts';
import { HSTS_SECONDS, NOTHING_IN_A_HEADER } from './security-headers.ts';

/** By the codes of Node's HTTP parser. https://nodejs.org/api/http.html#event-clienterror */
const REFUSALS: Record<string, { status: number; detail: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not come in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The address and the headers are too long.' },
};

const UNREADABLE = { status: 400, detail: 'The request is not HTTP that can be read.' };

type ClientError = Error & { code?: string };

/** Nothing that helmet would say reaches these answers. */
const HEADERS = {
  'Content-Security-Policy': NOTHING_IN_A_HEADER,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  Connection: 'close',
};

type Refusal = { status: number; detail: string };

/** An answer to what never got as far as Fastify. */
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

/** Answers what never became a request, and lets go of the connection. */
export function refuseUnreadable(options: { https: boolean }) {
  return function refuse(this: FastifyInstance, error: ClientError, socket: Socket): void {
    // The caller has gone.
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const refusal = REFUSALS[error.code ?? ''] ?? UNREADABLE;
    const { status } = refusal;
    this.log.debug({ status, code: error.code }, 'a request could not be read');
    if (!socket.writable) {
      socket.destroy(error);
      return;
    }
    const { head, body } = bareRefusal(refusal, options);
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    // Whatever else the caller has to say is not waited for.
    socket.destroySoon();
  };
}
