import { oneLine } from '#server/mail/one-line.ts';
import type { Mail } from '#server/mail/outbox.ts';
import type { JobListRow } from '#server/modules/search/search-jobs.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { alertPages } from '#shared/urls/outside-paths.ts';
import { type JobSearch, queryString, readJobSearch } from '#shared/urls/paths.ts';
import { mailJobs } from '../digests/mail-jobs.ts';
import { type AlertAddress, createLinkToken } from '../links/alert-links.ts';
import { UNCONFIRMED_ALERT_DAYS } from '../retention/commands.ts';
import { describeSearch } from '../searches/describe-searches.ts';

const DAY = 86_400_000;

type Confirmation = {
  address: AlertAddress;
  /** The id of the alert. */
  alert: string;
  search: JobSearch;
  typed: string | undefined;
  /** The names of companies by their ids. */
  names: Map<string, string>;
  jobs: JobListRow[];
  hasMore: boolean;
};

/** The mail in which a person confirms an alert. It shows the jobs that the alert would have sent this week. */
export function confirmingMail(
  { address, alert, search, typed, names, jobs, hasMore }: Confirmation,
  site: LiveSite,
): Pick<Mail, 'subject' | 'content' | 'expiresAt'> {
  const { host } = new URL(site.origin);
  const expiresAt = new Date(Date.now() + UNCONFIRMED_ALERT_DAYS * DAY);
  const token = createLinkToken(address, 'confirm', { alerts: [alert], expiresAt });
  return {
    subject: `Confirm your job alert at ${site.name}`,
    content: {
      heading: 'Confirm your job alert',
      lead: `Your search: ${describeSearch(queryString(readJobSearch(search)), names)}`,
      jobs: mailJobs(jobs, site.origin),
      paragraphs: [
        ...(typed
          ? [
              `The spelling is corrected: the alert searches for “${oneLine(search.q ?? '')}”; you typed “${oneLine(typed)}”.`,
            ]
          : []),
        jobs.length === 0
          ? 'No job of the last 7 days matches this search. New ones come by email once you confirm.'
          : `The alert would have sent you ${hasMore ? 'these and more jobs' : jobs.length === 1 ? 'this job' : 'these jobs'} in the last 7 days. New ones come by email once you confirm.`,
        `The link is valid for ${UNCONFIRMED_ALERT_DAYS} days. If you did not ask for this alert, do nothing: you get no more emails about it.`,
      ],
      button: {
        label: 'Confirm the alert',
        url: `${site.origin}${alertPages.confirm(token)}`,
      },
      reason: `Someone entered this address for a job alert at ${host}.`,
    },
    expiresAt,
  };
}
