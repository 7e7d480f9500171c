import { type Command, Option } from 'commander';
import type { Database } from '#server/db/client.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import { buildMessage } from '#server/mail/message.ts';
import { deliver } from '#server/mail/smtp.ts';
import { testMail } from '#server/mail/test-mail.ts';
import {
  pauseMailsByCommand,
  resendMailByCommand,
  resumeMailsByCommand,
} from '#server/modules/mail/commands.ts';
import { MAIL_HEADER, mailCells } from '#server/modules/mail/presenter.ts';
import { listMails, type MailFilters } from '#server/modules/mail/queries.ts';
import { readSite } from '#server/modules/settings/queries.ts';
import { mailAddress } from '#server/platform/config/mail-settings.ts';
import { MAIL_FILTERS } from '#shared/contract/mails.ts';
import {
  CommandError,
  type DatabaseContext,
  type Invocation,
  withDatabase,
} from './run-command.ts';
import { table } from './table.ts';

/** Adds `board mail` with its commands. */
export function addMailCommand(program: Command, invocation: Invocation): void {
  const mail = program
    .command('mail')
    .description('Test the mail server, list emails, and pause sending');
  mail
    .command('test')
    .description('Send an email to this address at once, and print the response of the mail server')
    .argument('<address>', 'the recipient')
    .action(withDatabase(invocation, sendTest));
  mail
    .command('list')
    .description('List emails without their content, the latest first')
    .addOption(
      new Option(
        '--status <status>',
        'by default, those that failed or may not have been sent',
      ).choices(MAIL_FILTERS),
    )
    .option('--search <text>', 'a part of the email address or of the subject')
    .action(withDatabase(invocation, ({ db }, options: ListOptions) => list(db, options)));
  mail
    .command('resend')
    .description('Resend an email that was not sent, or may not have been sent')
    .argument('<id>', 'the id of the email')
    .action(
      withDatabase(invocation, async ({ db }, id: string) => {
        await resendMailByCommand(db, ACTORS.mail, id);
        console.log('The email is queued.');
      }),
    );
  mail
    .command('pause')
    .description('Pause emails until they are resumed')
    .action(
      withDatabase(invocation, async ({ db }) => {
        const changed = await pauseMailsByCommand(db, ACTORS.mail);
        console.log(changed ? 'Emails are paused. New ones wait.' : 'Emails were already paused.');
      }),
    );
  mail
    .command('resume')
    .description('Resume emails after they were paused, such as after a restore')
    .action(
      withDatabase(invocation, async ({ db }) => {
        const changed = await resumeMailsByCommand(db, ACTORS.mail);
        console.log(changed ? 'Emails are sent again.' : 'Emails were not paused.');
      }),
    );
}

type ListOptions = { status?: MailFilters['status']; search?: string };

/** The maximum number of mails that the command prints. */
const LISTED = 100;

async function list(db: Database, { status, search: q }: ListOptions): Promise<void> {
  const rows = await listMails(db, { status, q }, { limit: LISTED + 1, after: undefined });
  const listed = rows.slice(0, LISTED).map(mailCells);
  console.log(listed.length > 0 ? table([MAIL_HEADER, ...listed], 'start').join('\n') : 'None');
  if (rows.length > LISTED) console.error(`There are more. These are the latest ${LISTED}.`);
}

async function sendTest({ config, db, signal }: DatabaseContext, address: string): Promise<void> {
  const { server, from } = config.mail;
  if (!server) {
    throw new CommandError('No mail server is configured: set SMTP_URL and MAIL_FROM.');
  }
  const to = mailAddress.safeParse(address);
  if (!to.success) throw new CommandError(`${address} is not an email address.`);
  const site = await readSite(db, config);
  const message = await buildMessage(
    {
      to: to.data,
      ...testMail(site.name),
      messageId: undefined,
      date: new Date(),
    },
    { from: { ...from, name: from.name || site.name }, site },
  );
  const delivery = await deliver(server, { from: from.address, to: to.data, message }, { signal });
  if (delivery.outcome !== 'accepted') {
    throw new CommandError(`The email was not sent to ${to.data}: ${delivery.reason}`);
  }
  console.log(`The mail server has accepted the email to ${to.data}.`);
}
