import type { Database } from '#server/db/client.ts';
import { oneLine } from '#server/mail/one-line.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { pages } from '#shared/urls/paths.ts';
import { findAuthorEmail } from './queries.ts';

/** The outcome of a review. */
export type ReviewOutcome = {
  id: string;
  /** The account that created the job; null if it no longer exists. */
  author: string | null;
  company_id: string;
  title: string;
  /** Why the job was rejected; null if it was approved. */
  reason: string | null;
};

export type NotifyAuthor = (tx: Database, outcome: ReviewOutcome) => Promise<void>;

/**
 * Returns a function that queues the mail about the outcome of a review. It writes only to a verified address of an
 * author who may still edit the job. A board that cannot send mails sends none.
 */
export function reviewMail(
  outbox: Outbox,
  { origin, siteName }: { origin: string; siteName: string },
): NotifyAuthor {
  return async (tx, { id, author, company_id, title, reason }) => {
    if (!outbox.canSend || author === null) return;
    const email = await findAuthorEmail(tx, { author, company_id });
    if (!email) return;
    const outcome = reason === null ? 'approved' : 'rejected';
    await outbox.queue(tx, {
      to: email,
      subject: `Your job was ${outcome} at ${siteName}`,
      content: {
        heading: `Your job was ${outcome}`,
        paragraphs:
          reason === null
            ? [`“${title}” is published at ${siteName}.`]
            : [
                `“${title}” is not published at ${siteName}, for this reason:`,
                oneLine(reason),
                'You can edit the job and submit it again.',
              ],
        button: { label: 'Open the job', url: `${origin}${pages.job(id)}` },
        reason: `You get this mail because you added this job at ${new URL(origin).host}.`,
      },
    });
  };
}
