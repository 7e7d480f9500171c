import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { addLogContext } from '#server/http/plugins/request-log.ts';
import { clientAddress } from '#server/http/rate-limits/client-network.ts';
import { hashedUserId } from '#server/platform/logging/hashed-user-id.ts';

/** The request that the library was given, as the app knows it. */
const requests = new WeakMap<IncomingMessage, FastifyRequest>();

/** Before the library answers it. */
export function rememberRequest(request: FastifyRequest): void {
  requests.set(request.raw, request);
}

export function logSignedIn(request: FastifyRequest, accountId: string): void {
  addLogContext(request, { accountId });
  request.log.info({ person: hashedUserId(accountId), ip: clientAddress(request) }, 'signed in');
}

/**
 * Tells what the library does without the board: who has signed out, what it refused, and what failed.
 * https://github.com/panva/node-oidc-provider/blob/main/docs/events.md
 */
export function logLibrary(provider: Provider, log: FastifyBaseLogger): void {
  provider.on('end_session.success', ({ req, oidc }) => {
    const request = requests.get(req);
    const id = oidc.session?.accountId;
    if (!request || !id) return;
    addLogContext(request, { accountId: id });
    request.log.info({ person: hashedUserId(id), ip: clientAddress(request) }, 'signed out');
  });
  provider.on('grant.error', ({ req }, { error }) => {
    const request = requests.get(req);
    // The error's name in the standard, and not its words, which repeat what was sent.
    if (request) addLogContext(request, { reason: error });
  });
  provider.on('server_error', ({ req }, error) => {
    (requests.get(req)?.log ?? log).error({ err: error }, 'the embedded identity provider failed');
  });
  // Unheard, the library would print it to standard error as it stands. https://koajs.com/#error-handling
  const heard: EventEmitter = provider;
  heard.on('error', (error: Error) => {
    log.warn({ err: error }, 'an answer of the embedded identity provider broke off');
  });
}
