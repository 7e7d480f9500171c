import type { Command } from 'commander';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { demoPerson, personByEmail, signInEmail } from '#server/auth/embedded-provider/people.ts';
import { createProvider, mintAccessToken } from '#server/auth/embedded-provider/provider.ts';
import { findByProvenEmail, provenPerson } from '#server/auth/embedded-provider/users.ts';
import { issuerOf } from '#server/auth/identity.ts';
import { readSite } from '#server/modules/settings/queries.ts';
import {
  CommandError,
  type DatabaseContext,
  type Invocation,
  withDatabase,
} from './run-command.ts';

/** Adds `board token`. */
export function addTokenCommand(program: Command, invocation: Invocation): void {
  program
    .command('token')
    .description('Print an access token for the API')
    .addHelpText(
      'after',
      `
Prints an access token of the embedded identity provider, valid for one hour. Run it with the
settings of the server.`,
    )
    .argument('<email>', 'the email address of the person')
    .addHelpText(
      'after',
      `
Example:
  curl -H "Authorization: Bearer $(npm run --silent token -- siteadmin@example.com)" \\
    http://localhost:3000/api/accounts`,
    )
    .action(withDatabase(invocation, printToken));
}

async function printToken({ config, db }: DatabaseContext, address: string): Promise<void> {
  const { signIn, publicUrl } = config;
  if (!signIn?.embedded) {
    throw new CommandError(
      'The embedded identity provider is disabled, so there are no tokens to print. Run the command with the same settings as the server.',
    );
  }
  const { data: email } = signInEmail.safeParse(address);
  if (!email) throw new CommandError(`${address} is not a valid email address.`);
  const isProven = signIn.embedded === 'with proof';
  const id = isProven ? await findByProvenEmail(db, email) : personByEmail(email).id;
  if (!id) throw new CommandError(`Nobody has proven the email address ${address} by signing in.`);
  const { clientId, audience } = signIn;
  const provider = createProvider(
    {
      db,
      issuer: issuerOf(signIn),
      clientId,
      audience,
      clientOrigin: publicUrl,
      look: { site: await readSite(db, config), styleSheets: [], fonts: [] },
      findPerson: isProven ? provenPerson(db) : demoPerson,
    },
    await loadKeys(db),
  );
  console.log(await mintAccessToken(provider, { clientId, audience }, id));
}
