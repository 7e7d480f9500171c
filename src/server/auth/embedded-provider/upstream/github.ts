import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  fetchProtectedResource,
} from 'openid-client';
import { z } from 'zod';
import type { UpstreamSettings } from '#server/platform/config/upstream-settings.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { chooseName, readAddress } from './profile.ts';
import {
  GITHUB_ISSUER,
  type UpstreamAddresses,
  type UpstreamProvider,
} from './upstream-provider.ts';

/** https://docs.github.com/en/rest/users/users#get-the-authenticated-user */
const user = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.string().nullish(),
});

/** https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user */
const emails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

type Options = UpstreamSettings & {
  addresses: UpstreamAddresses['github'];
  redirectUri: string;
};

/** GitHub, which implements OAuth 2.0 without OpenID Connect. Its API returns the person whom an access token is for. */
export function githubProvider(options: Options): UpstreamProvider {
  const { key, name, redirectUri, addresses } = options;
  const config = configure(options);
  return {
    key,
    name,
    async authorizationUrl({ state, codeVerifier }) {
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        response_type: 'code',
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },
    async identify(response, { state, codeVerifier }) {
      const known = new URLSearchParams(response);
      // GitHub has sent an `iss` for some days in 2026, with a value that it does not document. The redirect URI, which
      // no other provider has, prevents mix-up attacks instead. https://www.rfc-editor.org/rfc/rfc9700#section-4.4.2
      known.delete('iss');
      const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}?${known}`), {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
      });
      const read = (path: string) => readApi(config, tokens.access_token, addresses.api + path);
      const { id, login, name: fullName } = user.parse(await read('/user'));
      const primary = emails
        .parse(await read('/user/emails?per_page=100'))
        .find((email) => email.primary && email.verified);
      const address = readAddress(primary?.email);
      return {
        issuer: GITHUB_ISSUER,
        subject: String(id),
        verifiedEmail: address,
        name: chooseName(fullName, { address, login }),
      };
    },
  };
}

function configure({ clientId, clientSecret, addresses }: Options): Configuration {
  const metadata = {
    issuer: GITHUB_ISSUER,
    authorization_endpoint: addresses.authorize,
    token_endpoint: addresses.token,
  };
  const config = new Configuration(metadata, clientId, undefined, ClientSecretPost(clientSecret));
  config[customFetch] = fetchFromGithub;
  if (addresses.token.startsWith('http:')) allowInsecureRequests(config);
  return config;
}

const tokenError = z.object({ error: z.string() });

/**
 * GitHub reports errors of the token endpoint with the status 200. The library recognizes them by the standard status.
 * https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
 */
const fetchFromGithub: CustomFetch = async (url, options) => {
  const response = await boundedFetch(url, options);
  if (response.status !== 200 || options.method !== 'POST') return response;
  // The library reports invalid JSON.
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (!tokenError.safeParse(body).success) return response;
  return new Response(response.body, { status: 400, headers: response.headers });
};

async function readApi(config: Configuration, token: string, url: string): Promise<unknown> {
  const headers = new Headers({
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  });
  const response = await fetchProtectedResource(config, token, new URL(url), 'GET', null, headers);
  // A missing address could give the person a second account, so a failure must end the sign-in.
  if (response.status !== 200) throw new Error(`GitHub API status ${response.status}`);
  return response.json();
}
