import type { Outbox } from '#server/mail/outbox.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { pages } from '#shared/urls/paths.ts';
import type { NotifyPasskey } from './passkey-ceremonies.ts';

/**
 * Returns a function that queues the notice that a passkey was added. A board that cannot send mails sends no notice,
 * and people can add passkeys nevertheless.
 */
export function passkeyMail(outbox: Outbox, site: LiveSite): NotifyPasskey {
  return async (tx, { email, name }) => {
    if (!outbox.canSend) return;
    await outbox.queue(tx, {
      to: email,
      subject: `A passkey was added to your account at ${site.name}`,
      content: {
        heading: 'A passkey was added',
        paragraphs: [
          `The passkey “${name}” now signs in to your account at ${site.name}.`,
          'If you did not add it, remove it in your account and sign out everywhere.',
        ],
        button: { label: 'Open my account', url: `${site.origin}${pages.account()}` },
        reason: `This mail tells you of a change to your account at ${new URL(site.origin).host}.`,
      },
    });
  };
}
