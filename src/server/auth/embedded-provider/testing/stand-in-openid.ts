import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { SignJWT, UnsecuredJWT } from 'jose';
import { publishedKey } from '#tests/support/key-server.ts';
import { belongsTo, type StandIn, sendJson, startStandIn } from './stand-in.ts';

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** The key that the stand-in publishes, and one that it does not. */
export const OWN_KEY = makeKey();
export const OTHER_KEY = makeKey();

/** A stand-in for Google or another OpenID provider. */
export type OpenidStandIn = StandIn & {
  /** Changes of the next ID tokens. `undefined` removes a claim. */
  claims: Record<string, unknown>;
  /** The response of the userinfo endpoint. */
  userinfo: object;
  /** The key that signs; with `none`, the token has no signature. */
  key: typeof OWN_KEY | 'none';
  reset(): void;
};

export async function startOpenidStandIn(clientId: string): Promise<OpenidStandIn> {
  /** The authorization requests by code. */
  const requests = new Map<string, URLSearchParams>();
  const server = await startStandIn(respond);
  const standIn: OpenidStandIn = Object.assign(server, {
    claims: {},
    userinfo: {},
    key: OWN_KEY as OpenidStandIn['key'],
    reset() {
      standIn.requests.splice(0);
      Object.assign(standIn, { claims: {}, userinfo: {}, key: OWN_KEY, override: undefined });
    },
  });

  async function idToken(request: URLSearchParams): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const claims: Record<string, unknown> = {
      iss: standIn.origin,
      aud: clientId,
      sub: 'ada',
      iat: now,
      exp: now + 300,
      nonce: request.get('nonce') ?? '',
      ...standIn.claims,
    };
    const given = Object.fromEntries(
      Object.entries(claims).filter(([, value]) => value !== undefined),
    );
    if (standIn.key === 'none') return new UnsecuredJWT(given).encode();
    return new SignJWT(given).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(standIn.key);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', standIn.origin);
    if (pathname === '/.well-known/openid-configuration') {
      return sendJson(response, {
        issuer: standIn.origin,
        authorization_endpoint: `${standIn.origin}/authorize`,
        token_endpoint: `${standIn.origin}/token`,
        userinfo_endpoint: `${standIn.origin}/userinfo`,
        jwks_uri: `${standIn.origin}/keys`,
        id_token_signing_alg_values_supported: ['RS256', 'none'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        authorization_response_iss_parameter_supported: true,
      });
    }
    if (pathname === '/keys') return sendJson(response, { keys: [publishedKey('own', OWN_KEY)] });
    if (pathname === '/userinfo') {
      return sendJson(response, { sub: standIn.claims.sub ?? 'ada', ...standIn.userinfo });
    }
    if (pathname === '/authorize') {
      const code = `code-${requests.size}`;
      requests.set(code, searchParams);
      const location = new URL(searchParams.get('redirect_uri') ?? '');
      const state = searchParams.get('state') ?? '';
      location.search = new URLSearchParams({ code, state, iss: standIn.origin }).toString();
      response.writeHead(302, { location: location.href }).end();
      return;
    }
    const form = new URLSearchParams(await text(request));
    const asked = requests.get(form.get('code') ?? '');
    if (!asked || !belongsTo(asked, form)) {
      return sendJson(response, { error: 'invalid_grant' }, 400);
    }
    requests.delete(form.get('code') ?? '');
    return sendJson(response, {
      access_token: 'an-access-token',
      token_type: 'Bearer',
      id_token: await idToken(asked),
    });
  }
  return standIn;
}
