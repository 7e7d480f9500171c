import { oneLine } from '#server/mail/one-line.ts';
import { MAX_MAIL_ITEMS, type Mail } from '#server/mail/outbox.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import type { AlertFrequency } from '#shared/domain/alerts.ts';
import { formatDate } from '#shared/format/day.ts';
import { alertPages } from '#shared/urls/outside-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { type AlertAddress, createLinkToken } from '../links/alert-links.ts';
import { describeSearch, searchOf } from '../searches/describe-searches.ts';
import { type MailedJob, mailJobs } from './mail-jobs.ts';

/** A search with new jobs. */
type DueAlert = {
  id: string;
  query: string;
  frequency: AlertFrequency;
  typed: string | null;
  created_at: Date;
};

export type Digest = {
  address: AlertAddress;
  /** The searches with new jobs, at least one. */
  alerts: DueAlert[];
  /** One posting of each new job, or the newest ones. */
  jobs: MailedJob[];
  /** The number of new jobs. */
  total: number;
  /** The names of companies by their ids. */
  names: Map<string, string>;
};

const WHEN: Record<AlertFrequency, string> = {
  immediate: 'when there are new jobs',
  daily: 'every day that has new jobs',
  weekly: 'every week that has new jobs',
  never: '',
};

/** The mail with the new jobs of all due searches of an address. */
export function digestMail(
  { address, alerts, jobs, total, names }: Digest,
  site: LiveSite,
): Pick<Mail, 'subject' | 'content'> {
  const { host, hostname } = new URL(site.origin);
  const [first] = alerts;
  const only = alerts.length === 1 ? first : undefined;
  const shown = mailJobs(jobs, site.origin);
  const more = total - shown.length;
  const found = `${total} new ${total === 1 ? 'job' : 'jobs'}`;
  const listOf = ({ query }: DueAlert) =>
    `${site.origin}${pages.jobs({ ...searchOf(query), sort: 'newest' })}`;
  const ids = alerts.map(({ id }) => id);
  return {
    // Site admins see this subject, so it does not name the search.
    subject: `New jobs from ${site.name}`,
    content: {
      subject: only
        ? `${total} new: ${describeSearch(only.query, names)}`
        : `${found} for ${alerts.length} searches`,
      heading: found,
      lead: only ? leadOf(only, names) : `For ${alerts.length} of your searches`,
      jobs: shown,
      ...(!only && {
        items: alerts.slice(0, MAX_MAIL_ITEMS).map((alert) => ({
          title: leadOf(alert, names),
          url: listOf(alert),
        })),
      }),
      paragraphs: more > 0 ? [`And ${more} more.`] : [],
      ...(only && { button: { label: 'See all jobs of this search', url: listOf(only) } }),
      reason: only
        ? `You get this email ${WHEN[only.frequency]}, because you saved this search at ${host} on ${formatDate(only.created_at.toISOString())}.`
        : `You get this email because you saved these searches at ${host}.`,
      links: [
        {
          label: 'Change or pause your emails',
          url: `${site.origin}${alertPages.manage(createLinkToken(address, 'manage'))}`,
        },
      ],
      list: listId(hostname),
      unsubscribe: `${site.origin}${alertPages.end(createLinkToken(address, 'end', { alerts: ids }))}`,
    },
  };
}

function leadOf({ query, typed }: DueAlert, names: Map<string, string>): string {
  const search = describeSearch(query, names);
  return typed === null ? search : `${search} (you typed “${oneLine(typed, 60)}”)`;
}

/** The mailing list of all mails about new jobs. An IPv6 address is in brackets. */
export const listId = (hostname: string) => `alerts.${hostname.replace(/[[\]:]/g, '')}`;
