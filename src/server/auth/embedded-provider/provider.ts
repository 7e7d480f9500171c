import { createHash } from 'node:crypto';
import type { Configuration, JWKS, Provider as ProviderType, ResourceServer } from 'oidc-provider';
import type { Database } from '#server/db/client.ts';
import type { PageLook } from '#server/http/pages/plain-page.ts';
import { SIGN_IN } from '#shared/constants/limits.ts';
import { OWN_HOST } from './host-cookies.ts';
import type { IdentityKey } from './keys.ts';
import { Provider } from './library.ts';
import { keepToOwnOrigin } from './own-origin.ts';
import { errorPage, leavingPage } from './pages.ts';
import { personById } from './people.ts';
import { IdentityState } from './state.ts';

export type ProviderOptions = {
  db: Database;
  /** This provider's own origin and a slash, as it stands in the tokens. */
  issuer: string;
  clientId: string;
  audience: string;
  /** The only site that may send people here, and the only one they are sent back to. */
  clientOrigin: string;
  look: PageLook;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Where the provider answers; the sign-in SDK knows these paths. Spec: "Sign-in". */
export const PROVIDER_PATHS = {
  authorization: '/authorize',
  token: '/oauth/token',
  end_session: '/v2/logout',
  userinfo: '/userinfo',
  jwks: '/.well-known/jwks.json',
} as const;

/** Below the authorization endpoint; the provider's own continuation is at `/authorize/:uid`. */
export const SIGN_IN_PATH = `${PROVIDER_PATHS.authorization}/sign-in`;

/** Sends the form on that ends the session: whoever asked to log out has decided. */
const LEAVE_SCRIPT = 'document.forms[0].submit()';
export const LEAVE_SCRIPT_HASH = `'sha256-${createHash('sha256').update(LEAVE_SCRIPT).digest('base64')}'`;

/** https://github.com/panva/node-oidc-provider/blob/main/docs/README.md */
export function createProvider(
  { db, issuer, clientId, audience, clientOrigin, look }: ProviderOptions,
  keys: IdentityKey[],
): ProviderType {
  const configuration: Configuration = {
    adapter: (kind: string) => new IdentityState(db, kind),
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [clientOrigin],
        post_logout_redirect_uris: [clientOrigin],
      },
    ],
    jwks: {
      keys: keys.map(({ id, private_key }) => ({
        ...private_key,
        kid: id,
        use: 'sig',
        alg: SIGN_IN.signatureAlgorithm,
      })),
    } as JWKS,
    routes: PROVIDER_PATHS,
    cookies: {
      keys: keys.map(({ cookie_secret }) => cookie_secret),
      names: cookieNames(issuer),
    },
    responseTypes: ['code'],
    scopes: SIGN_IN.scope.split(' '),
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // The SDK reads the profile from the ID token.
    conformIdTokenClaims: false,
    // Two tabs that sign in at once share a session, each with a grant of its own; bound to the
    // session, a code would be void as soon as the other has come. It is good for a minute, once, and
    // to the page alone that asked for it.
    expiresWithSession: () => false,
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: MINUTE,
      Grant: 14 * DAY,
      IdToken: HOUR,
      Interaction: HOUR,
      // A visit that signs nobody in needs no more than the way through.
      Session: (_ctx, { accountId }) => (accountId ? 14 * DAY : HOUR),
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      // Named so that a change of this draft is noticed, and nothing else is said of it.
      webMessageResponseMode: { enabled: true, ack: 'individual-draft-01' },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => boardApi(audience),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          // Another site may lead here, but not decide: https://www.w3.org/TR/fetch-metadata/
          const decided = ctx.get('sec-fetch-site') !== 'cross-site';
          ctx.body = leavingPage(look, form, decided ? LEAVE_SCRIPT : undefined);
        },
        postLogoutSuccessSource: (ctx) => ctx.redirect(clientOrigin),
      },
    },
    clientBasedCORS: (_ctx, origin) => origin === clientOrigin,
    interactions: { url: (_ctx, { uid }) => `${SIGN_IN_PATH}/${uid}` },
    findAccount: (_ctx, id) => {
      const person = personById(id);
      if (!person) return undefined;
      const { name, email } = person;
      return {
        accountId: id,
        claims: () => ({ sub: id, name, email, email_verified: false }),
      };
    },
    // There is nothing to consent to: the board and its provider are one house.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc;
      if (!client || !session?.accountId) return undefined;
      const given = session.grantIdFor(client.clientId);
      const known = given && (await provider.Grant.find(given));
      if (known && known.accountId === session.accountId) return known;
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope(SIGN_IN.scope);
      await grant.save();
      return grant;
    },
    renderError: (ctx, { error_description, error }) => {
      ctx.type = 'html';
      ctx.body = errorPage(look, clientOrigin, error_description ?? error);
    },
  };
  const provider = new Provider(issuer, configuration);
  // Scheme and host are this server's own, whatever a request says: the plugin sets them.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    await next();
    keepToOwnOrigin(ctx.req, ctx.res, { issuer, clientOrigin });
  });
  return provider;
}

/** Cookies do not tell ports apart, and several boards may stand on one machine. */
function cookieNames(issuer: string) {
  const { port, protocol } = new URL(issuer);
  const prefix = protocol === 'https:' ? OWN_HOST : '';
  const suffix = port && `_${port}`;
  return {
    session: `${prefix}identity_session${suffix}`,
    interaction: `${prefix}identity_interaction${suffix}`,
    resume: `${prefix}identity_resume${suffix}`,
  };
}

/** What access tokens are for, and how they are made. */
function boardApi(audience: string): ResourceServer {
  return {
    scope: '',
    audience,
    accessTokenFormat: 'jwt',
    accessTokenTTL: HOUR,
    jwt: { sign: { alg: SIGN_IN.signatureAlgorithm } },
  };
}

/** An access token as the provider gives it to the board's pages. */
export async function mintAccessToken(
  provider: ProviderType,
  { clientId, audience }: Pick<ProviderOptions, 'clientId' | 'audience'>,
  accountId: string,
): Promise<string> {
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error('the provider does not know its own client');
  const token = new provider.AccessToken({
    client,
    accountId,
    grantId: '',
    gty: 'authorization_code',
    resourceServer: new provider.ResourceServer(audience, boardApi(audience)),
  });
  return token.save();
}
