import type { Job } from '#shared/contract/job-responses.ts';
import type { JobSearch } from '#shared/urls/paths.ts';

/** The metadata of a page, for tabs, search engines, link previews and feed readers. */
export type PageHead = {
  /** The page's title without the site name; absent on the home page. */
  title?: string;
  description?: string;
  /** The canonical URL path. Without one, the page is `noindex`. */
  canonical?: string;
  /** The URL path of the preview image. */
  image?: string;
  /** The feeds of the page contain the new jobs that match this search. */
  feed?: JobSearch;
  /** The open job on the page, published as a JobPosting. */
  posting?: Job;
};
