import type { Command } from 'commander';
import { createSetupAddress } from '#server/auth/embedded-provider/setup.ts';
import { listRoles } from './account.ts';
import {
  CommandError,
  type DatabaseContext,
  type Invocation,
  withDatabase,
} from './run-command.ts';

/** Adds `board setup`. */
export function addSetupCommand(program: Command, invocation: Invocation): void {
  program
    .command('setup')
    .description('Print a one-time link that makes you a site admin')
    .addHelpText(
      'after',
      `
Prints a link. The person who opens it and signs in becomes a site admin. It is valid for one
hour and for one person. Also lists the accounts that already have a role, so that you can review them.`,
    )
    .action(withDatabase(invocation, printAddress));
}

async function printAddress(context: DatabaseContext): Promise<void> {
  const { config, db } = context;
  if (config.signIn?.embedded !== 'with proof') {
    throw new CommandError(
      'The embedded identity provider requires no proof, or is disabled. Use `npm run account -- set-role` instead.',
    );
  }
  console.error('These accounts already have a role:');
  await listRoles(context);
  console.error('Open this link within an hour and sign in to become a site admin:');
  console.log(await createSetupAddress(db, config.publicUrl));
}
