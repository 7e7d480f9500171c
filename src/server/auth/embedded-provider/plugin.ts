import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { ProblemError } from '#server/http/api/problem.ts';
import { addLogContext } from '#server/http/plugins/request-log.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import type { SignInOutcome } from '../sign-in-metrics.ts';
import { cookiesForPath } from './host-cookies.ts';
import { loadKeys } from './keys.ts';
import { errors, handleByLibrary } from './oidc-library.ts';
import { errorPage, signInPage } from './pages.ts';
import { personByEmail, signInEmail } from './people.ts';
import {
  createProvider,
  PROVIDER_PATHS,
  type ProviderOptions,
  SIGN_IN_PATH,
  SIGN_OUT_SCRIPT_HASH,
} from './provider.ts';
import { logLibrary, logSignedIn, rememberRequest } from './sign-in-log.ts';
import { deleteExpiredState } from './state.ts';

type Options = ProviderOptions & {
  /** Whether clients on other machines may sign in, too. */
  allowRemoteClients: boolean;
  /** Called for each successful and each refused sign-in. */
  onSignIn?: ((outcome: SignInOutcome) => void) | undefined;
};

/**
 * The maximum age of loaded keys (ms). Another process publishes a new key long before signing with it, so this process
 * reloads in time.
 */
const MAX_KEYS_AGE = 60_000;

/** How often expired state is deleted (ms). */
const CLEANUP_INTERVAL = 3_600_000;

/** The paths that the library handles. */
const LIBRARY_PATHS = [
  ...Object.values(PROVIDER_PATHS),
  `${PROVIDER_PATHS.authorization}/:uid`,
  `${PROVIDER_PATHS.end_session}/confirm`,
  `${PROVIDER_PATHS.end_session}/success`,
  '/.well-known/openid-configuration',
];

/**
 * The embedded OpenID provider, for development and demos. It asks for an email address, but for no password. Its state
 * and keys are in the database.
 */
export async function embeddedProvider(app: FastifyInstance, options: Options): Promise<void> {
  const { db, issuer, look, clientOrigin, allowRemoteClients, onSignIn = () => {} } = options;
  const issuerUrl = new URL(issuer);
  let current: { provider: Provider; keyIds: string; loadedAt: number } | undefined;
  let loading: Promise<Provider> | undefined;

  /** The library reads its keys only once, so new keys require a new provider. */
  async function loadProvider(): Promise<Provider> {
    const loadedAt = Date.now();
    const keys = await loadKeys(db);
    const keyIds = keys.map(({ id }) => id).join();
    if (current?.keyIds === keyIds) {
      current.loadedAt = loadedAt;
      return current.provider;
    }
    const provider = createProvider(options, keys);
    logLibrary(provider, app.log);
    provider.on('grant.error', () => onSignIn('refused'));
    current = { provider, keyIds, loadedAt };
    return provider;
  }

  async function provider(): Promise<Provider> {
    if (current && Date.now() - current.loadedAt < MAX_KEYS_AGE) return current.provider;
    loading ??= loadProvider().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  const cleanUp = () =>
    deleteExpiredState(db).catch((error: unknown) => {
      app.log.warn({ err: error }, 'Expired sign-in state not deleted; next attempt in an hour');
    });
  const cleanupTimer = setInterval(cleanUp, CLEANUP_INTERVAL).unref();
  app.addHook('onReady', cleanUp);
  app.addHook('onClose', async () => clearInterval(cleanupTimer));

  const policy = {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", SIGN_OUT_SCRIPT_HASH],
    styleSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    // Lets forms redirect to the client's origin, because browsers check the redirect after a submitted form too.
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

    await scope.register(async (signIn) => {
      signIn.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: 4_096 },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );
      const path = `${SIGN_IN_PATH}/:uid`;

      signIn.get(
        path,
        { helmet, config: { rateLimitName: 'session', slot: 'none' } },
        async (request, reply) => {
          const isPending = await hasInteraction(await provider(), request, reply);
          return isPending ? send(reply, 200, signInPage(look)) : sendEnded(request, reply);
        },
      );

      signIn.post(path, { helmet, config: { rateLimitName: 'signIn' } }, async (request, reply) => {
        const library = await provider();
        if (!(await hasInteraction(library, request, reply))) return sendEnded(request, reply);
        const { data: form } = z.object({ email: z.string() }).safeParse(request.body);
        const { data: email } = signInEmail.safeParse(form?.email);
        if (!email) {
          onSignIn('refused');
          return send(reply, 400, signInPage(look, form?.email ?? ''));
        }
        const accountId = personByEmail(email).id;
        const next = await library.interactionResult(request.raw, reply.raw, {
          login: { accountId, remember: true },
        });
        logSignedIn(request, accountId);
        onSignIn('signed_in');
        return reply.redirect(next, 303);
      });
    });
  });

  function sendEnded(request: FastifyRequest, reply: FastifyReply) {
    addLogContext(request, { reason: 'unknown sign-in' });
    onSignIn('refused');
    const reason = 'this sign-in has ended; start again';
    return send(reply, 400, errorPage(look, clientOrigin, reason));
  }
}

function send(reply: FastifyReply, status: number, html: string) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(html);
}

/** Whether this browser has started the sign-in in the URL and has not finished it. */
async function hasInteraction(
  provider: Provider,
  { raw, params }: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  try {
    const { uid } = await provider.interactionDetails(raw, reply.raw);
    return uid === (params as { uid: string }).uid;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return false;
    throw error;
  }
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

/**
 * Whether the client is on this machine. A proxy on this machine may forward requests of remote clients; such requests
 * have a proxy's headers or use HTTP/1.0, which browsers do not. In a DNS rebinding attack, a site points its own name
 * to this machine, so the `Host` header must contain a local name. https://en.wikipedia.org/wiki/DNS_rebinding
 */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  if (['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers)) {
    return false;
  }
  if (raw.httpVersion === '1.0') return false;
  // Accept only the format that browsers send. If the header were parsed as part of a URL, it could contain more than a
  // host.
  const [, name] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(headers.host ?? '') ?? [];
  if (!name || !isLoopback(name.toLowerCase())) return false;
  return isLoopback(raw.socket.remoteAddress ?? '');
}
