import type { Database } from '#server/db/client.ts';
import { oneLine } from '#server/mail/one-line.ts';
import type { Outbox } from '#server/mail/outbox.ts';

/** Queues the answer to the reporter of a job. */
export type SendAnswer = (
  tx: Database,
  answer: { email: string; title: string; answer: string },
) => Promise<void>;

/**
 * Returns a function that queues the mail with the answer to a report. A board that cannot send mails sends none. An
 * address that has received too many mails gets none either, because someone may have entered it to annoy its owner.
 */
export function answerMail(
  outbox: Outbox,
  { origin, siteName }: { origin: string; siteName: string },
): SendAnswer {
  return async (tx, { email, title, answer }) => {
    if (!outbox.canSend) return;
    await outbox.queue(tx, {
      to: email,
      subject: `Your report at ${siteName}`,
      content: {
        heading: 'Thank you for your report',
        paragraphs: [
          `You reported the job “${oneLine(title)}” at ${siteName}. A site admin answers:`,
          oneLine(answer),
        ],
        reason: `You get this mail because this address was entered with a report at ${new URL(origin).host}.`,
      },
    });
  };
}
