import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { addLogContext } from '#server/http/plugins/request-log.ts';
import { clientAddress } from '#server/http/rate-limits/client-network.ts';
import { hashedUserId } from '#server/platform/logging/hashed-user-id.ts';

/** Maps each raw request, which the library handles, to Fastify's request. */
const requests = new WeakMap<IncomingMessage, FastifyRequest>();

/** Makes the request available to the log. Must be called before the library handles the request. */
export function rememberRequest(request: FastifyRequest): void {
  requests.set(request.raw, request);
}

export function logSignedIn(request: FastifyRequest, accountId: string): void {
  addLogContext(request, { accountId });
  request.log.info(
    { person: hashedUserId(accountId), ip: clientAddress(request) },
    'User signed in',
  );
}

/**
 * Logs events that only the library knows: sign-outs, refused grants and failures.
 * https://github.com/panva/node-oidc-provider/blob/main/docs/events.md
 */
export function logLibrary(provider: Provider, log: FastifyBaseLogger): void {
  provider.on('end_session.success', ({ req, oidc }) => {
    const request = requests.get(req);
    const id = oidc.session?.accountId;
    if (!request || !id) return;
    addLogContext(request, { accountId: id });
    request.log.info({ person: hashedUserId(id), ip: clientAddress(request) }, 'User signed out');
  });
  provider.on('grant.error', ({ req }, { error }) => {
    const request = requests.get(req);
    // Log only the standard error code, because the description may repeat input from the request.
    if (request) addLogContext(request, { reason: error });
  });
  provider.on('server_error', ({ req }, error) => {
    (requests.get(req)?.log ?? log).error({ err: error }, 'Embedded identity provider failed');
  });
  // Without a listener, the library would print the raw error to standard error. https://koajs.com/#error-handling
  const emitter: EventEmitter = provider;
  emitter.on('error', (error: Error) => {
    log.warn({ err: error }, 'Embedded identity provider response failed');
  });
}
