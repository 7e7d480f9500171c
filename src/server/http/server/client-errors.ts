import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { latestResponse } from '../rate-limits/response-limits.ts';
import { bareRefusal, type Refusal } from './bare-refusal.ts';

/**
 * The responses to invalid requests, by the error code of Node's HTTP parser.
 * https://nodejs.org/api/http.html#event-clienterror
 */
const REFUSALS: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    detail: 'The request was not complete in time. Send it again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail: 'The URL and the headers are too long. Shorten them.',
  },
};

const UNREADABLE = { status: 400, detail: 'The request is not valid HTTP.' };

type ClientError = Error & { code?: string };

/**
 * Handles client errors: refuses data that is not valid HTTP and closes the connection. A parsed request gets exactly
 * one response: if an error follows in its body or after it, the connection closes once that response has been sent.
 * https://www.rfc-editor.org/rfc/rfc9112#section-9.3
 */
export function refuseUnreadable(options: { https: boolean }) {
  return function refuse(this: FastifyInstance, error: ClientError, socket: Socket): void {
    // The client has disconnected.
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
      // Close the connection without waiting for the rest of the request.
      socket.destroySoon();
    };
    if (latest && !latest.writableFinished && (!isInBody || latest.writableEnded)) {
      // Stop reading from the client. If it does not read its responses either, the connection timeout ends the
      // connection.
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
