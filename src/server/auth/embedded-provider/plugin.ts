import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { ProblemError } from '#server/http/api/problem.ts';
import { isFromThisMachine } from '#server/http/server/this-machine.ts';
import type { UpstreamSettings } from '#server/platform/config/upstream-settings.ts';
import type { SignInOutcome } from '../sign-in-metrics.ts';
import { isBlocked } from './blocked.ts';
import { deleteOldCodes, type SendCode } from './codes.ts';
import { demoSignIn } from './demo-sign-in.ts';
import { cookiesForPath } from './host-cookies.ts';
import { type IdentityKey, loadKeys } from './keys.ts';
import { handleByLibrary } from './oidc-library.ts';
import type { NotifyPasskey } from './passkey-ceremonies.ts';
import { demoPerson } from './people.ts';
import { provenSignIn, type SignInMail } from './proven-sign-in.ts';
import {
  cookieName,
  createProvider,
  PROVIDER_PATHS,
  type ProviderOptions,
  SCRIPT_HASHES,
} from './provider.ts';
import { deleteEndedSessions, deleteExpiredState } from './sessions.ts';
import { type AddSiteAdmin, setup } from './setup.ts';
import { logLibrary, rememberRequest } from './sign-in-log.ts';
import { signInSession } from './sign-in-session.ts';
import type { UpstreamAddresses } from './upstream/upstream-provider.ts';
import { provenPerson } from './users.ts';

type Options = Omit<ProviderOptions, 'findPerson'> & {
  /**
   * The options of the sign-in in which people prove their email address; undefined for the demo sign-in, which accepts
   * any address.
   */
  proof?: ProofOptions | undefined;
  /** Whether clients on other machines may use the demo sign-in, too. */
  allowRemoteClients: boolean;
  /** Called for each successful and each refused sign-in. */
  onSignIn?: ((outcome: SignInOutcome) => void) | undefined;
};

export type ProofOptions = {
  /** The URL path of the script of the sign-in pages. */
  script: string;
  sendCode: SendCode;
  mail: SignInMail;
  notifyPasskey: NotifyPasskey;
  addSiteAdmin: AddSiteAdmin;
  /** The factor of the rate limits; 0 disables them. */
  rateLimitScale: number;
  /** The other providers at which people may sign in. */
  upstream: readonly UpstreamSettings[];
  /** The URLs of Google and GitHub, if they differ from the real ones. */
  upstreamAddresses?: UpstreamAddresses | undefined;
};

/**
 * The maximum age of loaded keys (ms). Another process publishes a new key long before signing with it, so this process
 * reloads in time.
 */
const MAX_KEYS_AGE = 60_000;

/** How often expired state is deleted (ms). */
const CLEANUP_INTERVAL = 3_600_000;

/** The library with the keys that it has read. */
type Loaded = { library: Provider; keys: IdentityKey[]; loadedAt: number };

const idsOf = (keys: IdentityKey[]) => keys.map(({ id }) => id).join();

/** The paths that the library handles. */
const LIBRARY_PATHS = [
  ...Object.values(PROVIDER_PATHS),
  `${PROVIDER_PATHS.authorization}/:uid`,
  `${PROVIDER_PATHS.end_session}/confirm`,
  `${PROVIDER_PATHS.end_session}/success`,
  '/.well-known/openid-configuration',
];

/**
 * The embedded OpenID provider. With `proof`, people sign in with a code that is sent to their address. Without it, any
 * address signs in, for development and demos. The provider's state and keys are in the database.
 */
export async function embeddedProvider(app: FastifyInstance, options: Options): Promise<void> {
  const { db, issuer, look, clientOrigin, proof, onSignIn = () => {} } = options;
  const allowRemoteClients = proof !== undefined || options.allowRemoteClients;
  const findSignedUp = proof ? provenPerson(db) : demoPerson;
  /** A blocked person has no session and gets no token, even if the sign-in began before the block. */
  const findPerson = async (id: string) =>
    (await isBlocked(db, id)) ? undefined : findSignedUp(id);
  const issuerUrl = new URL(issuer);
  let current: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;

  /** The library reads its keys only once, so new keys require a new provider. */
  async function load(): Promise<Loaded> {
    const loadedAt = Date.now();
    const keys = await loadKeys(db);
    if (current && idsOf(current.keys) === idsOf(keys)) {
      current.loadedAt = loadedAt;
      return current;
    }
    const library = createProvider({ ...options, findPerson }, keys);
    logLibrary(library, app.log);
    library.on('grant.error', () => onSignIn('refused'));
    current = { library, keys, loadedAt };
    return current;
  }

  async function loaded(): Promise<Loaded> {
    if (current && Date.now() - current.loadedAt < MAX_KEYS_AGE) return current;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  const provider = async () => (await loaded()).library;
  const loadedKeys = async () => (await loaded()).keys;

  async function cleanUp(): Promise<void> {
    try {
      await deleteExpiredState(db);
      await deleteOldCodes(db);
      await deleteEndedSessions(db);
    } catch (error) {
      app.log.warn({ err: error }, 'Expired sign-in state not deleted; next attempt in an hour');
    }
  }
  const cleanupTimer = setInterval(cleanUp, CLEANUP_INTERVAL).unref();
  app.addHook('onReady', cleanUp);
  app.addHook('onClose', async () => clearInterval(cleanupTimer));

  const policy = {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...SCRIPT_HASHES],
    styleSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    // Lets forms redirect to the client's origin, because browsers also check the redirect after a submitted form.
    formAction: ["'self'", clientOrigin],
    frameAncestors: ["'none'"],
  };
  const helmet = {
    enableCSPNonces: false,
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    frameguard: false,
    // A sign-in popup needs access to the window that opened it.
    crossOriginOpenerPolicy: false,
  };

  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!allowRemoteClients && !isFromThisMachine(request)) {
        onSignIn('refused');
        const remedy = 'Set AUTH_EMBEDDED=true to accept others';
        throw new ProblemError(
          403,
          `This sign-in accepts only clients on this machine. ${remedy}.`,
          {
            reason: 'remote client',
          },
        );
      }
      // The library builds its URLs from these headers, so they must contain the configured host, not the one in the
      // request.
      const { headers } = request.raw;
      headers.host = issuerUrl.host;
      headers['x-forwarded-proto'] = issuerUrl.protocol.slice(0, -1);
      delete headers['x-forwarded-host'];
      const cookie = cookiesForPath(headers.cookie, request.url);
      if (cookie !== undefined) headers.cookie = cookie;
    });

    await scope.register(async (library) => {
      // The library parses bodies itself, so Fastify must not.
      library.removeAllContentTypeParsers();
      library.addContentTypeParser('*', (_request, _payload, done) => done(null));
      for (const path of LIBRARY_PATHS) {
        library.all(
          path,
          { helmet, config: { rateLimitName: 'session', slot: 'none' } },
          async (request, reply) => {
            const { raw } = request;
            const currentProvider = await provider();
            rememberRequest(request);
            if (path === PROVIDER_PATHS.end_session) raw.url = withStandardParameter(raw.url ?? '');
            reply.hijack();
            await handleByLibrary(currentProvider, raw, reply.raw);
          },
        );
      }
    });

    await scope.register(async (pages) => {
      pages.addContentTypeParser(
        'application/x-www-form-urlencoded',
        // A response with a passkey has up to a few kilobytes.
        { parseAs: 'string', bodyLimit: 16_384 },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );
      const session = signInSession({ db, provider, look, clientOrigin, onSignIn });
      if (!proof) return demoSignIn(pages, { session, look, helmet });
      const { origin } = issuerUrl;
      const onProven = setup(pages, {
        db,
        look,
        helmet,
        origin,
        setupCookie: cookieName(issuer, 'setup'),
        sessionCookie: cookieName(issuer, 'session'),
        ...proof,
      });
      provenSignIn(pages, {
        db,
        keys: loadedKeys,
        session,
        look: { ...look, script: proof.script },
        helmet,
        party: look.site,
        declinedCookie: cookieName(issuer, 'no-passkey'),
        onProven,
        ...proof,
      });
      if (proof.upstream.length === 0) return;
      // Load the client library only if it is used.
      const { upstreamSignIn } = await import('./upstream/upstream-sign-in.ts');
      const finishing = { db, session, onProven };
      upstreamSignIn(pages, { ...finishing, helmet, origin, ...proof });
    });
  });
}

/** The SDK sends `returnTo` instead of the standard parameter `post_logout_redirect_uri`. */
function withStandardParameter(url: string): string {
  const [path, query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  const target = parameters.get('returnTo');
  if (target !== null) {
    parameters.delete('returnTo');
    parameters.set('post_logout_redirect_uri', target);
  }
  return `${path}?${parameters}`;
}
