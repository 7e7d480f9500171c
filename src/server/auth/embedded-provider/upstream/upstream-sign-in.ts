import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { z } from 'zod';
import type { Database } from '#server/db/client.ts';
import { notFound } from '#server/http/api/problem.ts';
import type { UpstreamSettings } from '#server/platform/config/upstream-settings.ts';
import { type FinishOptions, finishSignIn } from '../finish-sign-in.ts';
import { PROVIDER_PATHS, SIGN_IN_PATH } from '../provider.ts';
import type { PageHeaders } from '../sign-in-session.ts';
import { findOrCreateUser } from '../users.ts';
import { createProviders } from './create-providers.ts';
import { failedPath } from './provider-links.ts';
import { findSignIn, saveRequest, stateParameter, takeRequest } from './requests.ts';
import {
  UPSTREAM_ADDRESSES,
  type UpstreamAddresses,
  type UpstreamProvider,
} from './upstream-provider.ts';

type Options = FinishOptions & {
  db: Database;
  upstream: readonly UpstreamSettings[];
  upstreamAddresses?: UpstreamAddresses | undefined;
  helmet: PageHeaders;
  /** The origin of the pages. */
  origin: string;
};

type Params = { uid: string; provider: string };

const CALLBACK_PATH = `${PROVIDER_PATHS.authorization}/callback`;

/** The parameters of an authorization response that are used. Others, such as texts, are dropped. */
const authorizationResponse = z.object({
  state: stateParameter,
  code: z.string().max(4_096).exactOptional(),
  error: z.string().max(100).exactOptional(),
  // https://www.rfc-editor.org/rfc/rfc9207
  iss: z.string().max(500).exactOptional(),
});

/**
 * The sign-in at an upstream provider. The first route leads to the provider. The provider leads back to the second
 * route, whose URL is registered there: each provider has its own URL, so that no provider can pass on the response of
 * another. The second route redirects to the third, because the sign-in's cookies may be limited to the path of the
 * sign-in. The third route checks that this browser has sent the request.
 * https://www.rfc-editor.org/rfc/rfc9700#section-4.4
 */
export function upstreamSignIn(app: FastifyInstance, options: Options): void {
  const { db, session, helmet, origin } = options;
  const providers = createProviders(
    options.upstream,
    options.upstreamAddresses ?? UPSTREAM_ADDRESSES,
    (key) => `${origin}${CALLBACK_PATH}/${key}`,
  );
  // A slow provider must not take the slots of other requests.
  const limits = { helmet, config: { rateLimitName: 'signIn', slot: 'none' } } as const;

  /** @throws ProblemError 404 */
  function findProvider({ provider }: Pick<Params, 'provider'>): UpstreamProvider {
    const found = providers.find(({ key }) => key === provider);
    if (!found) throw notFound('address');
    return found;
  }

  function fail(
    request: FastifyRequest<{ Params: Params }>,
    reply: FastifyReply,
    reason: string,
  ): FastifyReply {
    const { uid, provider } = request.params;
    return session.sendBack(request, reply, `${provider}: ${reason}`, failedPath(uid, provider));
  }

  app.get<{ Params: Params }>(`${SIGN_IN_PATH}/:uid/:provider`, limits, async (request, reply) => {
    const provider = findProvider(request.params);
    if (!(await session.pending(request, reply))) return session.refuseEnded(request, reply);
    const checks = {
      state: randomState(),
      nonce: randomNonce(),
      codeVerifier: randomPKCECodeVerifier(),
    };
    const url = await provider.authorizationUrl(checks).catch(failureReason);
    if (typeof url === 'string') return fail(request, reply, url);
    await saveRequest(db, { ...request.params, ...checks });
    return reply.header('cache-control', 'no-store').redirect(url.href, 303);
  });

  app.get<{ Params: Pick<Params, 'provider'> }>(
    `${CALLBACK_PATH}/:provider`,
    { helmet, config: { rateLimitName: 'session', slot: 'none' } },
    async (request, reply) => {
      const { key } = findProvider(request.params);
      const { data: response } = authorizationResponse.safeParse(request.query);
      const uid = response && (await findSignIn(db, response.state, key));
      if (!uid) return session.refuseEnded(request, reply);
      const target = `${SIGN_IN_PATH}/${encodeURIComponent(uid)}/${key}/callback`;
      const query = new URLSearchParams(response);
      return reply.header('cache-control', 'no-store').redirect(`${target}?${query}`, 303);
    },
  );

  app.get<{ Params: Params }>(
    `${SIGN_IN_PATH}/:uid/:provider/callback`,
    limits,
    async (request, reply) => {
      const provider = findProvider(request.params);
      if (!(await session.pending(request, reply))) return session.refuseEnded(request, reply);
      const { data: response } = authorizationResponse.safeParse(request.query);
      const checks =
        response && (await takeRequest(db, { ...request.params, state: response.state }));
      if (!checks) return fail(request, reply, 'unknown state');
      const identity = await provider
        .identify(new URLSearchParams(response), checks)
        .catch(failureReason);
      if (typeof identity === 'string') return fail(request, reply, identity);
      const userId = await findOrCreateUser(db, identity);
      return reply.redirect(await finishSignIn(request, reply, userId, options), 303);
    },
  );
}

/** Codes of errors, such as `access_denied`, `OAUTH_TIMEOUT` and `ECONNREFUSED`. */
const CODE = /^\w{1,60}$/;

/**
 * Describes, for the log, why a provider did not sign a person in. Omits messages, which may quote a response, and codes
 * in an unusual format, which may come from the URL in the browser.
 */
function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const codes = [
    'error' in error ? error.error : undefined,
    cause instanceof Error && 'code' in cause ? cause.code : undefined,
    'code' in error ? error.code : undefined,
  ];
  const code = codes.find((value) => typeof value === 'string' && CODE.test(value));
  return typeof code === 'string' ? code : error.name;
}
