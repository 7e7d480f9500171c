import type { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as oidc from 'oidc-provider';

/**
 * Loads the OpenID provider library without its warning that it is no longer tested on Node 20. Operators could not act
 * on this warning, and the tests of this repository run the library on Node 20.
 */
const warn = console.warn;
console.warn = () => {};
const library = await import('oidc-provider').finally(() => {
  console.warn = warn;
});

export const { Provider, errors } = library;

/**
 * The library's `AsyncLocalStorage` for the current request. Up to Node 22, using it slows down every request of the
 * process until it is disabled. The library does not export it publicly; if this import fails, the library still works,
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

/** Lets the library handle a request. Disables its `AsyncLocalStorage` once no request is pending. */
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
