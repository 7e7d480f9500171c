import type { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as oidc from 'oidc-provider';

/**
 * The OpenID provider library. Its current release says at loading that it is no longer tested on
 * Node 20; the board's own tests run it there, so that line is kept from people who cannot act on it.
 */
const warn = console.warn;
console.warn = () => {};
const library = await import('oidc-provider').finally(() => {
  console.warn = warn;
});

export const { Provider, errors } = library;

/**
 * In which the library keeps the request that it answers. With Node up to 22, every request of the process is
 * slower from its first use on until it is disabled. No public export leads to it: where it is not found, the
 * library works, and the board is slower.
 * https://nodejs.org/docs/latest-v20.x/api/async_context.html#asynclocalstoragedisable
 */
export const requestContext: AsyncLocalStorage<unknown> | undefined = await import(
  // @ts-expect-error: it has no types
  'oidc-provider/lib/helpers/als.js'
).then(
  (found: { default: AsyncLocalStorage<unknown> }) => found.default,
  () => undefined,
);

let answering = 0;

/** Answers a request by the library, and leaves nothing on behind it. */
export async function answerBy(
  provider: oidc.Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  answering += 1;
  try {
    await provider.callback()(request, response);
  } finally {
    answering -= 1;
    if (answering === 0) requestContext?.disable();
  }
}
