import type { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as oidc from 'oidc-provider';

/**
 * The OpenID provider library. On loading, its current release warns that it is no longer tested on Node 20. The tests
 * of this repository run it there, so the warning is suppressed: operators could not act on it.
 */
const warn = console.warn;
console.warn = () => {};
const library = await import('oidc-provider').finally(() => {
  console.warn = warn;
});

export const { Provider, errors } = library;

/**
 * The library's `AsyncLocalStorage` for the current request. Up to Node 22, its use slows down every request of the
 * process until it is disabled. The library does not export it publicly. If this import fails, the library still works,
 * but the server is slower. https://nodejs.org/docs/latest-v20.x/api/async_context.html#asynclocalstoragedisable
 */
export const requestContext: AsyncLocalStorage<unknown> | undefined = await import(
  // @ts-expect-error: the module has no types
  'oidc-provider/lib/helpers/als.js'
).then(
  (module: { default: AsyncLocalStorage<unknown> }) => module.default,
  () => undefined,
);

let pending = 0;

/** Lets the library handle a request, and disables its `AsyncLocalStorage` after the last pending one. */
export async function handleByLibrary(
  provider: oidc.Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  pending += 1;
  try {
    await provider.callback()(request, response);
  } finally {
    pending -= 1;
    if (pending === 0) requestContext?.disable();
  }
}
