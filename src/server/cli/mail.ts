import type { Command } from 'commander';
import { ACTORS } from '#server/db/with-actor.ts';
import { buildMessage } from '#server/mail/message.ts';
import { deliver } from '#server/mail/smtp.ts';
import { resumeMailsByCommand } from '#server/modules/mail/commands.ts';
import { mailAddress } from '#server/platform/config/mail-settings.ts';
import {
  type CommandContext,
  CommandError,
  type Invocation,
  withConfig,
  withDatabase,
} from './run-command.ts';

/** Adds `board mail test` and `board mail resume`. */
export function addMailCommand(program: Command, invocation: Invocation): void {
  const mail = program.command('mail').description('Test the mail server, and resume sending');
  mail
    .command('test')
    .description('Send a mail to this address at once, and print the response of the mail server')
    .argument('<address>', 'the recipient')
    .action(withConfig(invocation, sendTest));
  mail
    .command('resume')
    .description('Send mails again after they were paused, as after a restore')
    .action(
      withDatabase(invocation, async ({ db }) => {
        const changed = await resumeMailsByCommand(db, ACTORS.mail);
        console.log(changed ? 'Mails are sent again.' : 'Mails were not paused.');
      }),
    );
}

async function sendTest(
  { config: { mail, siteName, publicUrl }, signal }: CommandContext,
  address: string,
): Promise<void> {
  const { server, from } = mail;
  if (!server) {
    throw new CommandError('No mail server is configured: set SMTP_URL and MAIL_FROM.');
  }
  const to = mailAddress.safeParse(address);
  if (!to.success) throw new CommandError(`${address} is not an email address.`);
  const message = await buildMessage(
    {
      to: to.data,
      subject: `Test mail from ${siteName}`,
      content: {
        heading: 'This board can send mail',
        paragraphs: ['The settings SMTP_URL and MAIL_FROM work.'],
        reason: 'You get this mail because an operator of the board has sent it to this address.',
      },
      messageId: undefined,
      date: new Date(),
    },
    { from, site: { name: siteName, url: publicUrl } },
  );
  const delivery = await deliver(server, { from: from.address, to: to.data, message }, { signal });
  if (delivery.outcome !== 'accepted') {
    throw new CommandError(`The mail was not sent to ${to.data}: ${delivery.reason}`);
  }
  console.log(`The mail server has accepted the mail to ${to.data}.`);
}
