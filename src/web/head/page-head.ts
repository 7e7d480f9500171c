import type { Job } from '#shared/contract/job-responses.ts';
import type { JobSearch } from '#shared/urls/paths.ts';

/** The metadata of a page, for browser tabs, search engines, link previews and feed readers. */
export type PageHead = {
  /** The title of the page without the name of the site; undefined on a home page without a tagline. */
  title?: string | undefined;
  description?: string;
  /** The canonical URL path. A page without one is `noindex`. */
  canonical?: string;
  /** The URL path of the preview image. */
  image?: string;
  /** The search of the page's feeds, which contain new jobs that match it. */
  feed?: JobSearch;
  /** The open job on the page, which is published as a JobPosting. */
  posting?: Job;
};
