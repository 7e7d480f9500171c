import type { UpstreamKey } from '#server/platform/config/upstream-settings.ts';
import type { ProvenIdentity } from '../users.ts';

/** Secrets of one sign-in at an upstream provider, which connect its response with the browser's request. */
export type Checks = {
  /** https://www.rfc-editor.org/rfc/rfc6749#section-10.12 */
  state: string;
  /** https://openid.net/specs/openid-connect-core-1_0.html#NonceNotes */
  nonce: string;
  /** https://www.rfc-editor.org/rfc/rfc7636 */
  codeVerifier: string;
};

/** A client of an upstream provider. Its functions throw an error of any kind if the provider fails or refuses. */
export type UpstreamProvider = {
  key: UpstreamKey;
  name: string;
  /** Returns the URL at the provider to which the browser goes. */
  authorizationUrl(checks: Checks): Promise<URL>;
  /** Exchanges the parameters of an authorization response for the identity that they prove. */
  identify(response: URLSearchParams, checks: Checks): Promise<ProvenIdentity>;
};

/** The URLs of Google and GitHub. Tests replace them with the URLs of stand-ins. */
export type UpstreamAddresses = {
  /** The issuer. */
  google: string;
  github: { authorize: string; token: string; api: string };
};

export const UPSTREAM_ADDRESSES: UpstreamAddresses = {
  // https://accounts.google.com/.well-known/openid-configuration
  google: 'https://accounts.google.com',
  // https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
  github: {
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    api: 'https://api.github.com',
  },
};

/**
 * The issuer of GitHub's identities in the database. GitHub is not an OpenID provider, so it has no issuer of its own.
 */
export const GITHUB_ISSUER = 'https://github.com';
