import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { latestResponse } from '../rate-limits/response-limits.ts';
import { bareRefusal, type Refusal } from './bare-refusal.ts';

/** By the codes of Node's HTTP parser. https://nodejs.org/api/http.html#event-clienterror */
const REFUSALS: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not come in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The address and the headers are too long.' },
};

const UNREADABLE = { status: 400, detail: 'The request is not HTTP that can be read.' };

type ClientError = Error & { code?: string };

/**
 * Answers what cannot be read as a request, and closes the connection. A request that has been read has one response:
 * what is wrong in its body, or behind it, closes the connection once that has been sent.
 * https://www.rfc-editor.org/rfc/rfc9112#section-9.3
 */
export function refuseUnreadable(options: { https: boolean }) {
  return function refuse(this: FastifyInstance, error: ClientError, socket: Socket): void {
    // The client is gone.
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (!socket.writable) {
      socket.destroy(error);
      return;
    }
    const refusal = REFUSALS[error.code ?? ''] ?? UNREADABLE;
    const { status } = refusal;
    const latest = latestResponse(socket);
    const isInBody = latest?.req.complete === false;
    const isAnswered = isInBody && (latest.headersSent || latest.socket === null);
    this.log.debug({ status, code: error.code }, 'Request unreadable; connection closed');
    const close = () => {
      if (!socket.writable) return;
      if (!isAnswered) writeRefusal(socket, refusal, options);
      // Does not wait for more of the request.
      socket.destroySoon();
    };
    if (latest && !latest.writableFinished && (!isInBody || latest.writableEnded)) {
      // Without more to read, a client that does not take its responses runs into the connection's timeout.
      socket.pause();
      latest.once('finish', close);
    } else {
      close();
    }
  };
}

function writeRefusal(socket: Socket, refusal: Refusal, options: { https: boolean }): void {
  const { head, body } = bareRefusal(refusal, options);
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  const { status } = refusal;
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
