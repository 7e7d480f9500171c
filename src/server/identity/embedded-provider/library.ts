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
