import type { FastifyInstance } from 'fastify';
import type { SignInConfig } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import type { SignInOutcome } from '#server/metrics/measured-sign-ins.ts';
import type { PageLook } from '#server/plain-page.ts';
import { identifyCallers } from './access.ts';
import { accessTokens } from './access-token.ts';
import { publishedKeys } from './embedded-provider/keys.ts';
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
  onSignIn?: ((outcome: SignInOutcome) => void) | undefined;
};

/** The provider's own address as it stands in tokens. */
export function issuerOf({ domain }: Pick<SignInConfig, 'domain'>): string {
  return `${domain}/`;
}

/**
 * Who signs in where, and who may call what. Past this, nothing tells the embedded identity provider
 * from another.
 */
export async function identity(app: FastifyInstance, options: Options): Promise<void> {
  const { db, signIn, publicUrl, look, onSignIn } = options;
  if (!signIn) {
    const readVerifiedEmail = async () => undefined;
    return identifyCallers(app, { db, verify: undefined, readVerifiedEmail });
  }
  const { clientId, audience, embedded } = signIn;
  const issuer = issuerOf(signIn);
  if (embedded) {
    // A board with a provider of its own does without the library.
    const { embeddedProvider } = await import('./embedded-provider/plugin.ts');
    const everywhere = embedded === 'everywhere';
    const clientOrigin = publicUrl;
    await app.register(embeddedProvider, {
      db,
      issuer,
      clientId,
      audience,
      clientOrigin,
      look,
      everywhere,
      onSignIn,
    });
  }
  identifyCallers(app, {
    db,
    readVerifiedEmail: embedded
      ? embeddedVerifiedEmail({ trusted: trustsEmbeddedAddresses(signIn, publicUrl) })
      : userinfoVerifiedEmail({ issuer, log: app.log }),
    verify: accessTokens({
      issuer,
      audience,
      log: app.log,
      ...(embedded && {
        // The public address may not lead here from here.
        fetchKeys: async () => Response.json(await publishedKeys(db)),
      }),
    }),
  });
}
