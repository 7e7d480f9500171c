import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Database } from '#server/db/client.ts';
import type { PageLook } from '#server/http/pages/plain-page.ts';
import type { SignInConfig } from '#server/platform/config/config.ts';
import { accessControl, type FindCaller } from './access.ts';
import { accessTokens } from './access-token.ts';
import { publishedKeys } from './embedded-provider/keys.ts';
import { signInMetrics } from './sign-in-metrics.ts';
import {
  embeddedVerifiedEmail,
  trustsEmbeddedAddresses,
  userinfoVerifiedEmail,
} from './verified-email.ts';

type Options = {
  db: Database;
  signIn: SignInConfig | undefined;
  publicUrl: string;
  look: PageLook;
  findCaller: FindCaller;
  /** The metrics registry; undefined if no metrics are recorded. */
  registry: Registry | undefined;
};

/** The `iss` claim that the provider puts into tokens. */
export function issuerOf({ domain }: Pick<SignInConfig, 'domain'>): string {
  return `${domain}/`;
}

/**
 * Sets up sign-in and access control. No other code distinguishes the embedded identity provider from an external one.
 */
export async function identity(app: FastifyInstance, options: Options): Promise<void> {
  const { db, signIn, publicUrl, look, findCaller, registry } = options;
  if (!signIn) {
    const readVerifiedEmail = async () => undefined;
    return accessControl(app, { verify: undefined, readVerifiedEmail, findCaller });
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
      allowRemoteClients,
      onSignIn: registry && signInMetrics(registry),
    });
  }
  accessControl(app, {
    findCaller,
    readVerifiedEmail: embedded
      ? embeddedVerifiedEmail({ trusted: trustsEmbeddedAddresses(signIn, publicUrl) })
      : userinfoVerifiedEmail({ issuer, log: app.log }),
    verify: accessTokens({
      issuer,
      audience,
      log: app.log,
      ...(embedded && {
        // Read the keys directly, because the server may be unable to reach itself at its public URL.
        fetchKeys: async () => Response.json(await publishedKeys(db)),
      }),
    }),
  });
}
