import type { Database } from '#server/db/client.ts';
import { oneLine, quotedTitle } from '#server/mail/one-line.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import { formatDateFrom } from '#shared/format/day.ts';
import { numberOfDays } from '#shared/format/days.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { optOutPage } from '#shared/urls/outside-paths.ts';
import { pages } from '#shared/urls/paths.ts';

type Reminder = {
  email: string;
  company: string;
  validthrough: PlainDate;
  /** When the last of the jobs closes. The mail is not sent later. */
  expiresAt: Date;
  /** Why this person gets the mail. */
  isOwner: boolean;
  jobs: { id: string; title: string; token: string }[];
  /** The token with which the person ends these mails. */
  optOut: string;
};

/**
 * Queues the mail that asks whether jobs are still open. Returns false if the email address has received too many mails
 * in the last hour.
 */
export type SendReminder = (tx: Database, reminder: Reminder) => Promise<boolean>;

export type ReminderOptions = {
  outbox: Outbox;
  site: LiveSite;
  rules: Pick<BoardRules, 'daysOpen'>;
};

/** The maximum length of a company's name, and of a job's title in the text of the mail (characters). */
const MAX_NAME_LENGTH = 80;
const TITLE_LENGTH = 200;

/**
 * Returns a function that queues the mail. The tokens are in the fragment of the URL, which browsers do not send to
 * servers. Opening the page changes no job, because mail scanners open links, too.
 */
export function reminderMail({ outbox, site, rules }: ReminderOptions): SendReminder {
  return async (tx, { email, validthrough, expiresAt, jobs, isOwner, optOut, company: name }) => {
    const { host } = new URL(site.origin);
    const company = oneLine(name, MAX_NAME_LENGTH);
    const [first] = jobs;
    const isOne = jobs.length === 1;
    const day = formatDateFrom(new Date(), validthrough);
    const changePage = `${site.origin}${adminPages.renewal()}`;
    const result = await outbox.queue(tx, {
      to: email,
      subject: isOne
        ? `${quotedTitle(first?.title ?? '')} closes on ${day} at ${site.name}`
        : `${jobs.length} jobs close on ${day} at ${site.name}`,
      content: {
        heading: isOne ? 'Is this job still open?' : 'Are these jobs still open?',
        items: jobs.map(({ id, title, token }) => ({
          title: oneLine(title, TITLE_LENGTH),
          url: `${site.origin}${pages.job(id)}`,
          action: { label: 'Close this job', url: `${changePage}#${token}` },
        })),
        paragraphs: [
          isOne
            ? `This job of ${company} is open at ${site.name} until ${day}.`
            : `These jobs of ${company} are open at ${site.name} until ${day}.`,
          isOne
            ? `If people can still apply, renew it for ${numberOfDays(rules.daysOpen)}. If not, close it now, or do nothing: it closes on that day.`
            : `If people can still apply, renew them for ${numberOfDays(rules.daysOpen)}. If not, close them now, or do nothing: they close on that day.`,
        ],
        button: {
          label: isOne ? 'Renew this job' : 'Renew these jobs',
          url: `${changePage}#${jobs.map(({ token }) => token).join('.')}`,
        },
        reason: isOwner
          ? `You get this email because you are an owner of ${company} at ${host}.`
          : `You get this email because you added ${isOne ? 'this job' : 'these jobs'} at ${host}.`,
        unsubscribe: `${site.origin}${optOutPage(optOut)}`,
      },
      expiresAt,
    });
    return result === 'queued';
  };
}
