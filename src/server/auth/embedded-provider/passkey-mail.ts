import type { Outbox } from '#server/mail/outbox.ts';
import { pages } from '#shared/urls/paths.ts';
import type { NotifyPasskey, RelyingParty } from './passkey-ceremonies.ts';

/**
 * Returns a function that queues the notice that a passkey was added. A board that cannot send mails sends no notice,
 * and people can add passkeys nevertheless.
 */
export function passkeyMail(outbox: Outbox, { origin, siteName }: RelyingParty): NotifyPasskey {
  return async (tx, { email, name }) => {
    if (!outbox.canSend) return;
    await outbox.queue(tx, {
      to: email,
      subject: `A passkey was added to your account at ${siteName}`,
      content: {
        heading: 'A passkey was added',
        paragraphs: [
          `The passkey “${name}” now signs in to your account at ${siteName}.`,
          'If you did not add it, remove it in your account and sign out everywhere.',
        ],
        button: { label: 'Open my account', url: `${origin}${pages.account()}` },
        reason: `This mail tells you of a change to your account at ${new URL(origin).host}.`,
      },
    });
  };
}
