import type { Configuration, JWKS, Provider as ProviderType, ResourceServer } from 'oidc-provider';
import type { Database } from '#server/db/client.ts';
import { scriptHash } from '#server/http/pages/page-scripts.ts';
import type { PageLook } from '#server/http/pages/plain-page.ts';
import { SIGN_IN } from '#shared/domain/sign-in.ts';
import { HOST_PREFIX } from './host-cookies.ts';
import type { IdentityKey } from './keys.ts';
import { Provider } from './oidc-library.ts';
import { errorPage, finishedPage, signOutPage } from './pages.ts';
import type { ProviderPerson } from './people.ts';
import { restrictToOrigin } from './restrict-to-origin.ts';
import { hasSession, markEnded, recordSession, SESSION_DAYS } from './sessions.ts';
import { IdentityState, SessionState } from './state.ts';

export type ProviderOptions = {
  db: Database;
  /** The provider's `iss` claim: its origin and a slash. */
  issuer: string;
  clientId: string;
  audience: string;
  /** The origin of the site. Only the site may start a sign-in, and redirects lead only to the site. */
  clientOrigin: string;
  look: PageLook;
  /** Finds the person with this subject. */
  findPerson: (id: string) => Promise<ProviderPerson | undefined>;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The provider's paths, which the sign-in SDK expects. See "Sign-in" in the specification. */
export const PROVIDER_PATHS = {
  authorization: '/authorize',
  token: '/oauth/token',
  end_session: '/v2/logout',
  userinfo: '/userinfo',
  jwks: '/.well-known/jwks.json',
} as const;

/** The path of the sign-in page. The library itself continues at `/authorize/:uid`. */
export const SIGN_IN_PATH = `${PROVIDER_PATHS.authorization}/sign-in`;

/** Submits the sign-out form without asking again, because the user has already chosen to log out. */
const SIGN_OUT_SCRIPT = 'document.forms[0].submit()';

/**
 * Reports a complete sign-in to the page that has opened the popup, even if another provider's page has cut the popup off
 * from it. https://developer.mozilla.org/docs/Web/API/Broadcast_Channel_API
 */
const FINISHED_SCRIPT = `new BroadcastChannel('${SIGN_IN.channel}').postMessage('finished')`;

/** The hashes of the scripts, for the Content-Security-Policy. */
export const SCRIPT_HASHES = [SIGN_OUT_SCRIPT, FINISHED_SCRIPT].map(scriptHash);

/** Creates the provider for the current keys. https://github.com/panva/node-oidc-provider/blob/main/docs/README.md */
export function createProvider(
  { db, issuer, clientId, audience, clientOrigin, look, findPerson }: ProviderOptions,
  keys: IdentityKey[],
): ProviderType {
  const configuration: Configuration = {
    adapter: (kind: string) =>
      kind === 'Session'
        ? // A board that now asks for proof may store sessions of the demo sign-in, whose people are unknown to it. The
          // library itself would fail.
          new SessionState(
            db,
            async ({ accountId, uid }) =>
              (await hasSession(db, uid)) && (await findPerson(accountId)) !== undefined,
          )
        : new IdentityState(db, kind),
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
      names: {
        session: cookieName(issuer, 'session'),
        interaction: cookieName(issuer, 'interaction'),
        resume: cookieName(issuer, 'resume'),
      },
    },
    responseTypes: ['code'],
    scopes: SIGN_IN.scope.split(' '),
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // The SDK reads the profile from the ID token.
    conformIdTokenClaims: false,
    // If two tabs sign in at the same time, they share a session but have separate grants. Codes that were bound to the
    // session would make the second sign-in invalidate the code of the first. A code is valid for one minute, for one
    // use, and only for the page that requested it.
    expiresWithSession: () => false,
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: MINUTE,
      Grant: SESSION_DAYS * DAY,
      IdToken: HOUR,
      Interaction: HOUR,
      // Until the user signs in, a session is needed only for a short time.
      Session: (_ctx, { accountId }) => (accountId ? SESSION_DAYS * DAY : HOUR),
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      // Names the version of the draft that this code is written for, so that the library logs no warning. With another
      // version, the start fails.
      webMessageResponseMode: { enabled: true, ack: 'individual-draft-01' },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => apiResource(audience),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          // A link on another site must not sign the user out without confirmation:
          // https://www.w3.org/TR/fetch-metadata/
          const isConfirmed = ctx.get('sec-fetch-site') !== 'cross-site';
          ctx.body = signOutPage(look, form, isConfirmed ? SIGN_OUT_SCRIPT : undefined);
        },
        postLogoutSuccessSource: (ctx) => ctx.redirect(clientOrigin),
      },
    },
    // The API refuses the tokens of a session that has ended.
    extraTokenClaims: (_ctx, token) =>
      'sessionUid' in token && token.sessionUid ? { sid: token.sessionUid } : undefined,
    clientBasedCORS: (_ctx, origin) => origin === clientOrigin,
    interactions: { url: (_ctx, { uid }) => `${SIGN_IN_PATH}/${uid}` },
    findAccount: async (_ctx, id) => {
      const person = await findPerson(id);
      if (!person) return undefined;
      const { name, email, isVerified } = person;
      return {
        accountId: id,
        claims: () => ({ sub: id, name, ...(email && { email, email_verified: isVerified }) }),
      };
    },
    // Users are not asked for consent, because the site and its provider have the same operator.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grantId = session.grantIdFor(client.clientId);
      const existing = grantId && (await provider.Grant.find(grantId));
      if (existing && existing.accountId === session.accountId) return existing;
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
  // Trust the scheme and host of requests, which the plugin has replaced with the configured ones.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    await next();
    const { session } = ctx.oidc ?? {};
    if (session?.accountId && session.destroyed) await markEnded(db, [session.uid]);
    else if (session?.accountId) {
      const userAgent = ctx.get('user-agent');
      await recordSession(db, { id: session.uid, userId: session.accountId, userAgent });
    }
    // A silent sign-in that finds no session has its answer. With the library's status, browsers would log an error.
    if (String(ctx.body).includes('{"error":"login_required"')) ctx.status = 200;
    // The page that the library sends after a sign-in in a popup: its script posts the response and closes the popup.
    const [response] = /<script>.*"response":\{"code":.*<\/script>/s.exec(String(ctx.body)) ?? [];
    if (response && ctx.oidc?.route === 'resume') {
      ctx.body = finishedPage(look, `<script>${FINISHED_SCRIPT}</script>${response}`);
    }
    restrictToOrigin(ctx.req, ctx.res, { issuer, clientOrigin });
  });
  return provider;
}

/**
 * The name of a cookie. It contains the port, because all ports of a host share cookies, and several servers may run on
 * one machine.
 */
export function cookieName(
  issuer: string,
  name: 'session' | 'interaction' | 'resume' | 'setup' | 'no-passkey',
): string {
  const { port, protocol } = new URL(issuer);
  const prefix = protocol === 'https:' ? HOST_PREFIX : '';
  return `${prefix}identity_${name}${port && `_${port}`}`;
}

/** The audience and format of access tokens. */
function apiResource(audience: string): ResourceServer {
  return {
    scope: '',
    audience,
    accessTokenFormat: 'jwt',
    accessTokenTTL: HOUR,
    jwt: { sign: { alg: SIGN_IN.signatureAlgorithm } },
  };
}

/** Creates an access token like those that the site's pages get from the provider. */
export async function mintAccessToken(
  provider: ProviderType,
  { clientId, audience }: Pick<ProviderOptions, 'clientId' | 'audience'>,
  accountId: string,
): Promise<string> {
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error('Embedded provider client not found');
  const token = new provider.AccessToken({
    client,
    accountId,
    grantId: '',
    gty: 'authorization_code',
    resourceServer: new provider.ResourceServer(audience, apiResource(audience)),
  });
  return token.save();
}
