import type { Database } from '#server/db/client.ts';
import { quotedTitle } from '#server/mail/one-line.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { quoted } from '#server/mail/quoted.ts';
import type { LiveSite } from '#server/platform/live-site.ts';

/** Queues the answer to the reporter of a job. Returns false if the email address has received too many mails. */
export type SendAnswer = (
  tx: Database,
  answer: { email: string; title: string; answer: string },
) => Promise<boolean>;

/**
 * Returns a function that queues the mail with the answer to a report. It throws `ServiceUnavailableError` if the board
 * cannot send mails.
 */
export function answerMail(outbox: Outbox, site: LiveSite): SendAnswer {
  return async (tx, { email, title, answer }) => {
    const result = await outbox.queue(tx, {
      to: email,
      subject: `Your report of ${quotedTitle(title)} at ${site.name}`,
      content: {
        heading: 'Thank you for your report',
        paragraphs: [
          `You reported the job ${quotedTitle(title)} at ${site.name}. A site admin has answered:`,
          quoted(answer),
        ],
        reason: `You get this email because this address was entered with a report at ${new URL(site.origin).host}.`,
      },
    });
    return result === 'queued';
  };
}
