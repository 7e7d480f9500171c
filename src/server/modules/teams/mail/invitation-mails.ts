import type { Database } from '#server/db/client.ts';
import { oneLine } from '#server/mail/one-line.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { INVITATION_DAYS } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';

/** Queues the mail with an invitation. Returns false if the email address has received too many mails. */
export type SendInvitation = (
  tx: Database,
  invitation: { email: string; token: string; company: string; expiresAt: Date },
) => Promise<boolean>;

/** The maximum length of a name in the subject of a mail (characters). */
const MAX_NAME_LENGTH = 80;

/**
 * Returns a function that queues the mail with an invitation. The token is in the fragment of the URL, which browsers
 * do not send to servers. Opening the page does not accept the invitation, because mail scanners open links, too.
 */
export function invitationMail(
  outbox: Outbox,
  { siteName, publicUrl }: { siteName: string; publicUrl: string },
): SendInvitation {
  const { host } = new URL(publicUrl);
  return async (tx, { email, token, company: name, expiresAt }) => {
    const company = oneLine(name, MAX_NAME_LENGTH);
    const result = await outbox.queue(tx, {
      to: email,
      subject: `Join ${company} at ${siteName}`,
      content: {
        heading: `Join ${company} at ${siteName}`,
        paragraphs: [
          `You are invited to post and edit the jobs of ${company} at ${host}.`,
          `The invitation is valid for ${INVITATION_DAYS} days and works once.`,
        ],
        button: {
          label: 'Open the invitation',
          url: `${publicUrl}${pages.invitation()}#${token}`,
        },
        reason: `An owner of ${company} entered this address. If you do not know the company, ignore this email.`,
      },
      expiresAt,
    });
    return result === 'queued';
  };
}
