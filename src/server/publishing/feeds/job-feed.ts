import type { RequestedJobs } from '#server/publishing/requested-jobs.ts';
import { salaryLabel } from '#shared/constants/salary-ranges.ts';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { pageTitle } from '#shared/format/page-title.ts';
import { formatSearch } from '#shared/format/search.ts';
import { feeds, type JobSearch, pages } from '#shared/paths.ts';

export type FeedSite = {
  siteName: string;
  /** The board's public origin. */
  publicUrl: string;
};

/** One page of a feed of jobs, whichever way it is written; all addresses are absolute. */
export type JobFeed = {
  site: FeedSite;
  title: string;
  /** What is to be said of the search besides, where something is. */
  note: string | undefined;
  /** The page that shows the same to people. */
  page: string;
  entries: FeedEntry[];
  /** ISO 8601; the latest of the entries'. */
  updated: string;
  /** The address of this page of the feed, of its first and of the next one, in either way of writing. */
  addresses: Record<'atom' | 'json', { self: string; first: string; next: string | undefined }>;
};

export type FeedEntry = {
  /**
   * Stays the same wherever the board stands, and whatever becomes of the job.
   * https://www.rfc-editor.org/rfc/rfc4287#section-4.2.6
   */
  id: string;
  url: string;
  title: string;
  /** Type, place and salary, in a line. */
  summary: string;
  /** Safe HTML, in which every address is absolute. */
  html: string;
  type: string;
  company: { name: string; url: string };
  /** ISO 8601 */
  published: string;
  updated: string;
};

/** So that an empty feed is always the same. */
const NEVER = new Date(0).toISOString();

export function jobFeed(
  { search, companyName, results, next, correction }: RequestedJobs,
  cursor: string | undefined,
  site: FeedSite,
): JobFeed {
  const entries = results.map((job) => feedEntry(job, site.publicUrl));
  const addressesOf = (addressOf: (search: JobSearch & { cursor?: string }) => string) => ({
    self: `${site.publicUrl}${addressOf(cursor ? { ...search, cursor } : search)}`,
    first: `${site.publicUrl}${addressOf(search)}`,
    next: next && `${site.publicUrl}${addressOf({ ...search, cursor: next })}`,
  });
  return {
    site,
    title: pageTitle(site.siteName, formatSearch(search, companyName)),
    note: correction?.applied
      ? `Nothing matches “${search.q}”; these match “${correction.q}”.`
      : undefined,
    page: `${site.publicUrl}${pages.jobs(search)}`,
    entries,
    // Written alike, so that the later one is the greater text.
    updated: entries.map((entry) => entry.updated).reduce(later, NEVER),
    addresses: { atom: addressesOf(feeds.jobsAtom), json: addressesOf(feeds.jobsJson) },
  };
}

function feedEntry(job: JobListItem, publicUrl: string): FeedEntry {
  const { id, title, type, location, salary, description, company, date, updated = date } = job;
  return {
    id: `urn:uuid:${id}`,
    url: `${publicUrl}${pages.job(id)}`,
    title,
    summary: [type, location, salaryLabel(salary)].filter(Boolean).join(' · '),
    html: description,
    type,
    company: { name: company.name, url: `${publicUrl}${pages.company(company.id)}` },
    published: date,
    updated: later(updated, date),
  };
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
