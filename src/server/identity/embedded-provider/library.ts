import type { AsyncLocalStorage } from 'node:async_hooks';

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
 * In which the library keeps the request that it answers. Once used, it makes every request of the process
 * slower until it is disabled; no public export leads to it.
 * https://nodejs.org/docs/latest-v20.x/api/async_context.html#asynclocalstoragedisable
 */
export const { default: requestContext } = (await import(
  // @ts-expect-error: it has no types
  'oidc-provider/lib/helpers/als.js'
)) as { default: AsyncLocalStorage<unknown> };
