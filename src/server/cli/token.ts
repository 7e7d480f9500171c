import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { personByEmail, signInEmail } from '#server/auth/embedded-provider/people.ts';
import { createProvider, mintAccessToken } from '#server/auth/embedded-provider/provider.ts';
import { issuerOf } from '#server/auth/identity.ts';
import { CommandError, UsageError, withDatabase } from './run-command.ts';

const USAGE = `Usage: npm run token -- EMAIL

Prints an access token of the embedded identity provider, valid for one hour. Run it with the
settings of the server:

  curl -H "Authorization: Bearer $(npm run --silent token -- siteadmin@example.com)" \\
    http://localhost:3000/api/accounts`;

export const tokenCommand = withDatabase({
  usage: USAGE,
  check(parameters) {
    if (parameters.length !== 1) throw new UsageError();
  },
  async run({ config: { signIn, publicUrl, siteName }, db, parameters: [address] }) {
    if (!signIn?.embedded) {
      throw new CommandError(
        'The embedded identity provider, which issues these tokens, is off; use the settings of the server.',
      );
    }
    const { data: email } = signInEmail.safeParse(address);
    if (!email) throw new CommandError(`${address} is not a valid email address.`);
    const { clientId, audience } = signIn;
    const provider = createProvider(
      {
        db,
        issuer: issuerOf(signIn),
        clientId,
        audience,
        clientOrigin: publicUrl,
        look: { siteName, styleSheets: [], fonts: [] },
      },
      await loadKeys(db),
    );
    console.log(await mintAccessToken(provider, { clientId, audience }, personByEmail(email).id));
    return 0;
  },
});
