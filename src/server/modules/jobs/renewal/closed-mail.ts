import { inArray } from 'drizzle-orm';
import { type IdentityKey, loadKeys } from '#server/auth/embedded-provider/keys.ts';
import type { Database } from '#server/db/client.ts';
import { companies } from '#server/db/schema.ts';
import { oneLine, quotedTitle } from '#server/mail/one-line.ts';
import type { Mail, Outbox } from '#server/mail/outbox.ts';
import { isPaused } from '#server/mail/pause.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { optOutPage } from '#shared/urls/outside-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import type { NotifyClosed, OverdueJob } from '../commands.ts';
import { createOptOutToken } from './opt-out-token.ts';
import { findRecipients, type Recipient } from './recipients.ts';

/** The maximum number of jobs that a mail lists, and the maximum lengths of names and titles (characters). */
const MAX_JOBS = 15;
const MAX_NAME_LENGTH = 80;
const TITLE_LENGTH = 200;
/** The maximum number of companies that a mail names. */
const MAX_NAMES = 5;

type Closed = OverdueJob & { company: string };

/**
 * Returns a function that tells people that their jobs have closed by date, in one mail to each person. Those who are
 * asked before jobs close get the mail, and only about jobs that were posted on this board. While mails are paused, as
 * after the restoration of a backup, no mail is queued.
 */
export function closedMail(outbox: Outbox, site: LiveSite): NotifyClosed {
  return async (tx, closed) => {
    const posted = closed.filter(({ source }) => source === null);
    if (posted.length === 0 || !outbox.canSend || (await isPaused(tx))) return [];
    const [key] = await loadKeys(tx);
    if (!key) return [];
    const failures: unknown[] = [];
    for (const recipient of await recipientsOf(tx, posted)) {
      const mail = describeMail(recipient, key, site);
      // In a savepoint, because an error at one mail would otherwise roll back the mails to other people.
      await tx
        .transaction(async (inner) => {
          const result = await outbox.queue(inner, mail);
          if (result === 'refused') throw new Error('Mailbox has received too many mails');
        })
        .catch((error: unknown) => failures.push(error));
    }
    return failures;
  };
}

function describeMail(
  { email, key: person, jobs }: Recipient<Closed>,
  key: IdentityKey,
  site: LiveSite,
): Mail {
  const { host } = new URL(site.origin);
  const isOne = jobs.length === 1;
  const [first] = jobs;
  const names = [...new Set(jobs.map(({ company }) => oneLine(company, MAX_NAME_LENGTH)))];
  const companies = listNames(names);
  const heading = isOne
    ? `${quotedTitle(first?.title ?? '')} has closed`
    : `${jobs.length} jobs have closed`;
  return {
    to: email,
    subject: `${heading} at ${site.name}`,
    content: {
      heading,
      items: jobs.slice(0, MAX_JOBS).map(({ id, title }) => ({
        title: oneLine(title, TITLE_LENGTH),
        url: `${site.origin}${pages.job(id)}`,
      })),
      paragraphs: [
        ...(jobs.length > MAX_JOBS ? [`And ${jobs.length - MAX_JOBS} more.`] : []),
        isOne
          ? `This job of ${companies} has reached its closing date, so it is no longer in searches and lists.`
          : `These jobs of ${companies} have reached their closing dates, so they are no longer in searches and lists.`,
        isOne
          ? 'If people can still apply, reopen it.'
          : 'If people can still apply, reopen them on the dashboard.',
        ...(names.length > 1
          ? ['The dashboard shows the jobs of the company for which you act at the moment.']
          : []),
      ],
      button: isOne
        ? { label: 'Open the job', url: `${site.origin}${pages.job(first?.id ?? '')}` }
        : {
            label: 'Open the closed jobs',
            url: `${site.origin}${adminPages.dashboard({ state: 'closed' })}`,
          },
      reason: `You get this email because you manage ${isOne ? 'this job' : 'these jobs'} at ${host}.`,
      unsubscribe: `${site.origin}${optOutPage(createOptOutToken(key, person))}`,
    },
  };
}

/** Lists names in a sentence, such as "A, B and 3 more companies". */
function listNames(names: string[]): string {
  const shown = names.slice(0, MAX_NAMES);
  const rest = names.length - shown.length;
  if (rest > 0)
    return `${shown.join(', ')} and ${rest} more ${rest === 1 ? 'company' : 'companies'}`;
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last;
}

/** Finds the recipients of the mails, each with the jobs of all their companies, sorted by email address. */
async function recipientsOf(tx: Database, jobs: OverdueJob[]): Promise<Recipient<Closed>[]> {
  const rows = await tx
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, [...new Set(jobs.map(({ company_id }) => company_id))]));
  const byEmail = new Map<string, Recipient<Closed>>();
  for (const { id, name } of rows) {
    const own = jobs
      .filter(({ company_id }) => company_id === id)
      .map((job) => ({ ...job, company: name }));
    for (const recipient of await findRecipients(tx, id, own)) {
      const others = byEmail.get(recipient.email)?.jobs ?? [];
      byEmail.set(recipient.email, { ...recipient, jobs: [...others, ...recipient.jobs] });
    }
  }
  return [...byEmail.values()].toSorted((one, other) => (one.email < other.email ? -1 : 1));
}
