import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  type UserInfoResponse,
} from 'openid-client';
import type { UpstreamSettings } from '#server/platform/config/upstream-settings.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { chooseName, readAddress, subject } from './profile.ts';
import type { UpstreamProvider } from './upstream-provider.ts';

/** How long the metadata of a provider is cached (ms). The library itself renews the keys. */
const METADATA_LIFETIME = 86_400_000;

type Options = Omit<UpstreamSettings, 'issuer'> & {
  issuer: string;
  redirectUri: string;
  /**
   * Whether the provider is responsible for an email address. By default, a provider is responsible if it has verified
   * the address.
   */
  isAuthoritative?: (address: string, claims: Claims) => boolean;
};

export type Claims = IDToken | UserInfoResponse;

/**
 * A provider that implements OpenID Connect: code flow with PKCE, state and nonce. The library checks issuer, audience,
 * nonce and time of the ID token, and as configured here also its signature. https://github.com/panva/openid-client
 */
export function openidProvider(options: Options): UpstreamProvider {
  const { key, name, redirectUri, isAuthoritative = () => true } = options;
  const configuration = cachedDiscovery(options);
  return {
    key,
    name,
    async authorizationUrl({ state, nonce, codeVerifier }) {
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        response_type: 'code',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },
    async identify(response, { state, nonce, codeVerifier }) {
      const config = await configuration();
      const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}?${response}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const idToken = tokens.claims();
      if (!idToken) throw new Error('ID token missing');
      const sub = subject.parse(idToken.sub);
      const claims = await completeClaims(config, idToken, tokens.access_token);
      const address = readAddress(claims.email);
      const isVerified = claims.email_verified === true;
      return {
        issuer: idToken.iss,
        subject: sub,
        verifiedEmail:
          address && isVerified && isAuthoritative(address, claims) ? address : undefined,
        name: chooseName(claims.name, { address, login: claims.preferred_username }),
      };
    },
  };
}

/**
 * Reads the address and the name from the userinfo endpoint if the provider leaves the address out of the ID token.
 * https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims
 */
async function completeClaims(
  config: Configuration,
  idToken: IDToken,
  accessToken: string,
): Promise<Claims> {
  const hasEndpoint = config.serverMetadata().userinfo_endpoint !== undefined;
  if (idToken.email !== undefined || !hasEndpoint) return idToken;
  const { email, email_verified, ...profile } = await fetchUserInfo(
    config,
    accessToken,
    idToken.sub,
  );
  return { ...profile, ...idToken, email, email_verified };
}

/** Reads the provider's metadata when it is first needed, again after a failure, and daily. */
function cachedDiscovery(options: Options): () => Promise<Configuration> {
  let cached: { configuration: Promise<Configuration>; readAt: number } | undefined;
  return () => {
    if (cached && Date.now() - cached.readAt < METADATA_LIFETIME) return cached.configuration;
    const reading = { configuration: discover(options), readAt: Date.now() };
    cached = reading;
    reading.configuration.catch(() => {
      if (cached === reading) cached = undefined;
    });
    return reading.configuration;
  };
}

function discover({ issuer, clientId, clientSecret }: Options): Promise<Configuration> {
  const isInsecure = issuer.startsWith('http:');
  return discovery(new URL(issuer), clientId, undefined, clientAuthentication(clientSecret), {
    [customFetch]: boundedFetch,
    execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
  });
}

/** Sends the secret in the way that the provider supports. */
function clientAuthentication(secret: string): ClientAuth {
  const [post, basic] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...request) => {
    // The default for missing metadata: https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const authenticate = methods.includes('client_secret_post') ? post : basic;
    return authenticate(server, ...request);
  };
}
