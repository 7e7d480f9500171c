import type { Database } from '#server/db/client.ts';
import { quotedTitle } from '#server/mail/one-line.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { quoted } from '#server/mail/quoted.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import type { DraftKind } from '#shared/domain/job-drafts.ts';
import { pages } from '#shared/urls/paths.ts';
import { findAuthor } from './queries.ts';

/** The outcome of a review. */
type ReviewOutcome = {
  id: string;
  /** Whether a new job was reviewed, or an edit of a published one. */
  kind: DraftKind;
  /** The account that created the job; null if it no longer exists. */
  author: string | null;
  company_id: string;
  title: string;
  /** Why the job was rejected; null if it was approved. */
  reason: string | null;
};

export type NotifyAuthor = (tx: Database, outcome: ReviewOutcome) => Promise<void>;

const SUBJECTS: Record<DraftKind, (title: string) => string> = {
  new: (title) => title,
  edit: (title) => `Your edit of ${title}`,
};

const REJECTIONS: Record<DraftKind, string> = {
  new: 'A site admin has rejected the job for this reason:',
  edit: 'The job stays as it was. A site admin has rejected the edit for this reason:',
};

const CAUSES: Record<DraftKind, string> = { new: 'added', edit: 'edited' };

/**
 * Returns a function that queues the mail about the outcome of a review. It sends the mail only to a verified email
 * address of an author who may still edit the job and is not blocked. A board that cannot send mails sends none.
 */
export function reviewMail(outbox: Outbox, site: LiveSite): NotifyAuthor {
  return async (tx, { id, kind, author, company_id, title, reason }) => {
    if (!outbox.canSend || author === null) return;
    const person = await findAuthor(tx, { author, company_id });
    if (!person) return;
    const outcome = reason === null ? 'is published' : 'was rejected';
    const heading = `${SUBJECTS[kind](quotedTitle(title))} ${outcome}`;
    await outbox.queue(tx, {
      to: person.email,
      subject: `${heading} at ${site.name}`,
      content: {
        heading,
        paragraphs:
          reason === null
            ? [`A site admin has approved ${kind === 'new' ? 'the job' : 'the edit'}.`]
            : [REJECTIONS[kind], quoted(reason), 'You can edit the job and submit it again.'],
        button: { label: 'Open the job', url: `${site.origin}${pages.job(id)}` },
        reason: `You get this email because you ${CAUSES[kind]} this job at ${new URL(site.origin).host}.`,
      },
    });
  };
}
