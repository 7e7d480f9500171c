import type { SendCode } from '#server/auth/embedded-provider/codes.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { CODE_MINUTES } from '#shared/limits.ts';

export type DeletionMails = { canSend: boolean; sendCode: SendCode };

/** Returns the function that queues the mail with the code that confirms the deletion of an account. */
export function deletionMails(outbox: Outbox, site: LiveSite): DeletionMails {
  const { host } = new URL(site.origin);
  return {
    canSend: outbox.canSend,
    async sendCode(tx, { email, code, sending }) {
      const result = await outbox.queue(tx, {
        to: email,
        subject: `Your code to delete your account at ${site.name}`,
        content: {
          subject: `${code} is your code to delete your account at ${site.name}`,
          heading: 'Delete your account',
          paragraphs: [
            `Enter this code at ${host} to delete your account for good. It is valid for ${CODE_MINUTES} minutes.`,
            'If you do not want to delete your account, do nothing. If you did not ask for the code, sign out everywhere in your account.',
          ],
          code,
          reason: `Someone who is signed in to your account at ${host} asked for this code.`,
        },
        ...sending,
      });
      return result === 'queued';
    },
  };
}
