import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Database } from '#server/db/client.ts';
import type { PageLook } from '#server/http/pages/plain-page.ts';
import type { SignInConfig } from '#server/platform/config/config.ts';
import { accessControl, type FindCaller } from './access.ts';
import { accessTokens, invalidToken, type VerifyAccessToken } from './access-token.ts';
import { publishedKeys } from './embedded-provider/keys.ts';
import { isDemoId } from './embedded-provider/people.ts';
import type { ProofOptions } from './embedded-provider/plugin.ts';
import { hasSession } from './embedded-provider/sessions.ts';
import { signInMetrics } from './sign-in-metrics.ts';
import {
  currentEmails,
  demoVerifiedEmail,
  freshEmails,
  provenEmail,
  type ReadVerifiedEmail,
  trustsEmbeddedAddresses,
  userinfoVerifiedEmail,
} from './verified-email.ts';

type Options = {
  db: Database;
  signIn: SignInConfig | undefined;
  publicUrl: string;
  look: PageLook;
  findCaller: FindCaller;
  /** How the embedded provider proves email addresses. Unused by the demo sign-in, which accepts any address. */
  proof: ProofOptions;
  /** The metrics registry; undefined if no metrics are recorded. */
  registry: Registry | undefined;
};

/** The `iss` claim that the provider puts into tokens. */
export function issuerOf({ domain }: Pick<SignInConfig, 'domain'>): string {
  return `${domain}/`;
}

/**
 * Sets up sign-in and access control, for the embedded identity provider or an external one.
 */
export async function identity(app: FastifyInstance, options: Options): Promise<void> {
  const { db, signIn, publicUrl, look, findCaller, proof, registry } = options;
  if (!signIn) {
    const readVerifiedEmail = async () => undefined;
    const readFreshEmails = async () => [];
    return accessControl(app, {
      verify: undefined,
      readVerifiedEmail,
      readFreshEmails,
      findCaller,
    });
  }
  const { clientId, audience, embedded } = signIn;
  const issuer = issuerOf(signIn);
  if (embedded) {
    // Load the OpenID library only if the embedded provider is used.
    const { embeddedProvider } = await import('./embedded-provider/plugin.ts');
    const allowRemoteClients = embedded === 'everywhere';
    const clientOrigin = publicUrl;
    await app.register(embeddedProvider, {
      db,
      issuer,
      clientId,
      audience,
      clientOrigin,
      look,
      proof: embedded === 'with proof' ? proof : undefined,
      allowRemoteClients,
      onSignIn: registry && signInMetrics(registry),
    });
  }
  const verify = accessTokens({
    issuer,
    audience,
    log: app.log,
    ...(embedded && {
      // Read the keys directly, because the server may be unable to reach itself at its public URL.
      fetchKeys: async () => Response.json(await publishedKeys(db)),
    }),
  });
  const readVerifiedEmail = emailReader(app, options, signIn);
  accessControl(app, {
    findCaller,
    readVerifiedEmail,
    readFreshEmails: embedded === 'with proof' ? freshEmails(db) : currentEmails(readVerifiedEmail),
    hasSession: embedded && ((session) => hasSession(db, session)),
    verify: embedded === 'with proof' ? refuseDemoAccounts(verify) : verify,
  });
}

/**
 * Refuses tokens of the demo sign-in. A board that now requires proof may have issued such tokens before, with the same
 * key, and they are valid for an hour.
 */
function refuseDemoAccounts(verify: VerifyAccessToken): VerifyAccessToken {
  return async (token) => {
    const claims = await verify(token);
    if (isDemoId(claims.id)) throw invalidToken('account of the demo sign-in');
    return claims;
  };
}

function emailReader(
  app: FastifyInstance,
  { db, publicUrl }: Options,
  signIn: SignInConfig,
): ReadVerifiedEmail {
  if (!signIn.embedded) return userinfoVerifiedEmail({ issuer: issuerOf(signIn), log: app.log });
  if (signIn.embedded === 'with proof') return provenEmail(db);
  return demoVerifiedEmail({ trusted: trustsEmbeddedAddresses(signIn, publicUrl) });
}
