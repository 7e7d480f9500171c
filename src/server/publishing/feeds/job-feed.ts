import type { RequestedJobs } from '#server/publishing/requested-jobs.ts';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { pageTitle } from '#shared/format/page-title.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { formatSearch } from '#shared/format/search.ts';
import { feeds, type JobSearch, pages } from '#shared/urls/paths.ts';

export type FeedSite = {
  siteName: string;
  /** The public origin of the board. */
  publicUrl: string;
};

/** One page of a feed of jobs in any format. All URLs are absolute. */
export type JobFeed = {
  site: FeedSite;
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
      ? `Showing results for “${correction.q}” instead of “${search.q}”.`
      : undefined,
    page: `${site.publicUrl}${pages.jobs(search)}`,
    entries,
    // All times have the same format, so they can be compared as text.
    updated: entries.map((entry) => entry.updated).reduce(later, NEVER),
    addresses: { atom: addressesOf(feeds.jobsAtom), json: addressesOf(feeds.jobsJson) },
  };
}

function feedEntry(job: JobListItem, publicUrl: string): FeedEntry {
  const { id, title, type, location, description, company, date, updated = date } = job;
  return {
    id: `urn:uuid:${id}`,
    url: `${publicUrl}${pages.job(id)}`,
    title,
    summary: [type, location, formatMoney(job)].filter(Boolean).join(' · '),
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
