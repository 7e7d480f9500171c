import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { ProblemError } from '#server/http/api/problem.ts';
import { addLogContext } from '#server/http/plugins/request-log.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import type { SignInOutcome } from '../sign-in-metrics.ts';
import { cookiesForPath } from './host-cookies.ts';
import { loadKeys } from './keys.ts';
import { answerBy, errors } from './library.ts';
import { errorPage, signInPage } from './pages.ts';
import { personByEmail, signInEmail } from './people.ts';
import {
  createProvider,
  LEAVE_SCRIPT_HASH,
  PROVIDER_PATHS,
  type ProviderOptions,
  SIGN_IN_PATH,
} from './provider.ts';
import { logLibrary, logSignedIn, rememberRequest } from './sign-in-log.ts';
import { removeExpiredState } from './state.ts';

type Options = ProviderOptions & {
  /** Whether it serves other machines too, or this one alone. */
  everywhere: boolean;
  /** Hears of each sign-in, and of each that is refused. */
  onSignIn?: ((outcome: SignInOutcome) => void) | undefined;
};

/** Keys are looked for anew this often; well before one that another process made is signed with (ms). */
const KEYS_FRESH = 60_000;

/** How often what has expired is removed (ms). */
const CLEANING_INTERVAL = 3_600_000;

/** Where the library answers itself. */
const LIBRARY_PATHS = [
  ...Object.values(PROVIDER_PATHS),
  `${PROVIDER_PATHS.authorization}/:uid`,
  `${PROVIDER_PATHS.end_session}/confirm`,
  `${PROVIDER_PATHS.end_session}/success`,
  '/.well-known/openid-configuration',
];

/**
 * An OpenID provider for whoever has none: it asks for an address and no password, so it is for
 * trying things out. Its state and keys are in the database.
 */
export async function embeddedProvider(app: FastifyInstance, options: Options): Promise<void> {
  const { db, issuer, look, clientOrigin, everywhere, onSignIn = () => {} } = options;
  const own = new URL(issuer);
  let current: { provider: Provider; keys: string; loaded: number } | undefined;
  let loading: Promise<Provider> | undefined;

  /** The library takes its keys once and for all: other keys mean another provider. */
  async function loadProvider(): Promise<Provider> {
    const loaded = Date.now();
    const found = await loadKeys(db);
    const keys = found.map(({ id }) => id).join();
    if (current?.keys === keys) {
      current.loaded = loaded;
      return current.provider;
    }
    const provider = createProvider(options, found);
    logLibrary(provider, app.log);
    provider.on('grant.error', () => onSignIn('refused'));
    current = { provider, keys, loaded };
    return provider;
  }

  async function provider(): Promise<Provider> {
    if (current && Date.now() - current.loaded < KEYS_FRESH) return current.provider;
    loading ??= loadProvider().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  const clean = () =>
    removeExpiredState(db).catch((error: unknown) => {
      app.log.warn({ err: error }, 'expired sessions could not be removed');
    });
  const cleaning = setInterval(clean, CLEANING_INTERVAL).unref();
  app.addHook('onReady', clean);
  app.addHook('onClose', async () => clearInterval(cleaning));

  const policy = {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", LEAVE_SCRIPT_HASH],
    styleSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    // Where a form leads in the end counts too.
    formAction: ["'self'", clientOrigin],
    frameAncestors: ["'none'"],
  };
  const helmet = {
    enableCSPNonces: false,
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    frameguard: false,
    // The window that a page of the board opens has to keep its tie to it.
    crossOriginOpenerPolicy: false,
  };

  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!everywhere && !isFromThisMachine(request)) {
        onSignIn('refused');
        const remedy = 'AUTH_EMBEDDED=true lets it serve others';
        throw new ProblemError(403, `This sign-in serves its own machine alone; ${remedy}.`, {
          reason: 'another machine',
        });
      }
      // Its own addresses are the configured ones, whatever a request claims.
      const { headers } = request.raw;
      headers.host = own.host;
      headers['x-forwarded-proto'] = own.protocol.slice(0, -1);
      delete headers['x-forwarded-host'];
      const cookie = cookiesForPath(headers.cookie, request.url);
      if (cookie !== undefined) headers.cookie = cookie;
    });

    await scope.register(async (library) => {
      // The library reads bodies itself.
      library.removeAllContentTypeParsers();
      library.addContentTypeParser('*', (_request, _payload, done) => done(null));
      for (const path of LIBRARY_PATHS) {
        library.all(
          path,
          { helmet, config: { rateLimitName: 'session', slot: 'none' } },
          async (request, reply) => {
            const { raw } = request;
            const found = await provider();
            rememberRequest(request);
            if (path === PROVIDER_PATHS.end_session) raw.url = withStandardReturn(raw.url ?? '');
            reply.hijack();
            await answerBy(found, raw, reply.raw);
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
          const found = await hasInteraction(await provider(), request, reply);
          return found ? send(reply, 200, signInPage(look)) : sendEnded(request, reply);
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
    addLogContext(request, { reason: 'no such sign-in' });
    onSignIn('refused');
    const reason = 'this sign-in has ended, please start again';
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

/** Whether this browser is in the middle of the sign-in that the address names. */
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

/** The SDK says `returnTo` for what the standard calls `post_logout_redirect_uri`. */
function withStandardReturn(url: string): string {
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
 * A proxy on this machine speaks for others, and says so in its headers, or by an old version of HTTP
 * that no browser speaks. So does a browser here whose page is of a site that has turned its own name
 * to this machine: that name is in the request.
 * https://en.wikipedia.org/wiki/DNS_rebinding
 */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  if (['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers)) {
    return false;
  }
  if (raw.httpVersion === '1.0') return false;
  // As browsers write it: taken for a part of a URL, it could hold more than a name.
  const [, name] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(headers.host ?? '') ?? [];
  if (!name || !isLoopback(name.toLowerCase())) return false;
  return isLoopback(raw.socket.remoteAddress ?? '');
}
