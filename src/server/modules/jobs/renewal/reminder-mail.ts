import type { Database } from '#server/db/client.ts';
import { oneLine } from '#server/mail/one-line.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import { formatDate } from '#shared/format/day.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';

export type Reminder = {
  email: string;
  company: string;
  validthrough: PlainDate;
  /** When the last of the jobs closes. The mail is not sent later. */
  expiresAt: Date;
  /** Why this person gets the mail. */
  isOwner: boolean;
  jobs: { title: string; token: string }[];
};

/**
 * Queues the mail that asks whether jobs are still open. Returns false if the email address has received too many mails
 * in the last hour.
 */
export type SendReminder = (tx: Database, reminder: Reminder) => Promise<boolean>;

/** The maximum length of a job title in the subject, and in the text of the mail (characters). */
const SUBJECT_TITLE_LENGTH = 80;
const TITLE_LENGTH = 200;

/**
 * Returns a function that queues the mail. The tokens are in the fragment of the URL, which browsers do not send to
 * servers. Opening the page does not renew a job, because mail scanners open links, too.
 */
export function reminderMail(
  outbox: Outbox,
  { origin, siteName }: { origin: string; siteName: string },
): SendReminder {
  return async (tx, { email, validthrough, expiresAt, jobs, isOwner, company: name }) => {
    const { host } = new URL(origin);
    const company = oneLine(name, SUBJECT_TITLE_LENGTH);
    const [first] = jobs;
    const isOne = jobs.length === 1;
    const titles = jobs.map(({ title }) => `“${oneLine(title, TITLE_LENGTH)}”`);
    const day = formatDate(validthrough);
    const result = await outbox.queue(tx, {
      to: email,
      subject: isOne
        ? `Is “${oneLine(first?.title ?? '', SUBJECT_TITLE_LENGTH)}” still open?`
        : `Are ${jobs.length} jobs of ${company} still open?`,
      content: {
        heading: isOne ? 'Is this job still open?' : 'Are these jobs still open?',
        paragraphs: [
          ...titles,
          isOne
            ? `This job of ${company} is open at ${siteName} until ${day}.`
            : `These jobs of ${company} are open at ${siteName} until ${day}.`,
          `If people can still apply, renew ${isOne ? 'it' : 'them'} for ${JOB_LIFETIME_DAYS} days. Otherwise, do nothing.`,
        ],
        button: {
          label: isOne ? 'Renew this job' : 'Renew these jobs',
          url: `${origin}${adminPages.renewal()}#${jobs.map(({ token }) => token).join('.')}`,
        },
        reason: isOwner
          ? `You get this email because you are an owner of ${company} at ${host}.`
          : `You get this email because you added ${isOne ? 'this job' : 'these jobs'} at ${host}.`,
      },
      expiresAt,
    });
    return result === 'queued';
  };
}
