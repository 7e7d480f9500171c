import type { Job } from '#shared/contract/job-responses.ts';
import type { JobSearch } from '#shared/paths.ts';

/** What a page tells of itself to those who do not look at it: tabs, search engines, previews, feed readers. */
export type PageHead = {
  /** What it is about, without the board's name; the board's own page has none. */
  title?: string;
  description?: string;
  /** The one path under which it is to be known; where it has none, it is not to be found by search engines. */
  canonical?: string;
  /** The path of its preview picture. */
  image?: string;
  /** The search whose feeds announce what is new on it. */
  feed?: JobSearch;
  /** The job that it offers. */
  posting?: Job;
};
