import type { StyledSite } from '#server/platform/live-site.ts';
import type { RequestedJobs } from '#server/publishing/requested-jobs.ts';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { pageTitle } from '#shared/format/page-title.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { formatSearch } from '#shared/format/search.ts';
import { feeds, type JobSearch, pages } from '#shared/urls/paths.ts';

/** One page of a feed of jobs in any format. All URLs are absolute. */
export type JobFeed = {
  site: StyledSite;
  title: string;
  /** A note about the search, such as that its spelling was corrected; undefined if there is none. */
  note: string | undefined;
  /** The URL of the web page with the same search. */
  page: string;
  entries: FeedEntry[];
  /** The latest update time of the entries (ISO 8601). */
  updated: string;
  /** The URLs of this page of the feed, of the first page and of the next page, in each format. */
  addresses: Record<'atom' | 'json', { self: string; first: string; next: string | undefined }>;
};

export type FeedEntry = {
  /**
   * A permanent id, which depends neither on the board's URL nor on changes to the job.
   * https://www.rfc-editor.org/rfc/rfc4287#section-4.2.6
   */
  id: string;
  url: string;
  title: string;
  /** Type, location and salary in one line. */
  summary: string;
  /** Safe HTML. All URLs in it are absolute. */
  html: string;
  type: string;
  company: { name: string; url: string };
  /** ISO 8601. */
  published: string;
  updated: string;
};

/** The update time of a feed without entries. It is constant, so that such a feed does not change. */
const NEVER = new Date(0).toISOString();

export function jobFeed(
  { search, companyName, categoryName, results, next, correction }: RequestedJobs,
  cursor: string | undefined,
  site: StyledSite,
): JobFeed {
  const entries = results.map((job) => feedEntry(job, site.origin));
  const addressesOf = (addressOf: (search: JobSearch & { cursor?: string }) => string) => ({
    self: `${site.origin}${addressOf(cursor ? { ...search, cursor } : search)}`,
    first: `${site.origin}${addressOf(search)}`,
    next: next && `${site.origin}${addressOf({ ...search, cursor: next })}`,
  });
  return {
    site,
    title: pageTitle(site.name, formatSearch(search, companyName, categoryName)),
    note: correction?.applied
      ? `Showing results for “${correction.q}” instead of “${search.q}”.`
      : undefined,
    page: `${site.origin}${pages.jobs(search)}`,
    entries,
    // All times have the same format, so they can be compared as text.
    updated: entries.map((entry) => entry.updated).reduce(later, NEVER),
    addresses: { atom: addressesOf(feeds.jobsAtom), json: addressesOf(feeds.jobsJson) },
  };
}

function feedEntry(job: JobListItem, origin: string): FeedEntry {
  const { id, title, type, location, description, company, date, updated = date } = job;
  return {
    id: `urn:uuid:${id}`,
    url: `${origin}${pages.job(id)}`,
    title,
    summary: [type, location, formatMoney(job)].filter(Boolean).join(' · '),
    html: description,
    type,
    company: { name: company.name, url: `${origin}${pages.company(company.id)}` },
    published: date,
    updated: later(updated, date),
  };
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
