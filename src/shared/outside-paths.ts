import type { EmbedTheme } from './constants/embeds.ts';
import { type JobSearch, queryString, readJobSearch } from './paths.ts';

/** What others ask for who do not visit a page: partners' frames, link previews and search engines. */

/** Pages that stand in a frame of somebody else's. */
export const embeds = {
  jobs: ({
    theme,
    limit,
    ...search
  }: JobSearch & { theme?: EmbedTheme | undefined; limit?: number | undefined } = {}) =>
    `/embed/jobs${queryString({ ...readJobSearch(search), theme, limit: limit?.toString() })}`,
};

/** What other sites show of a page of ours; `url` is absolute. */
export const oembed = (url?: string, format?: 'json' | 'xml') =>
  `/oembed${queryString({ url, format })}`;

/** The API's description: for programs, and as a page. */
export const apiDescription = { openApi: () => '/api/openapi.json', docs: () => '/api/docs' };

/** For search engines. */
export const robots = () => '/robots.txt';

export const sitemaps = {
  index: () => '/sitemap.xml',
  pages: () => '/sitemaps/pages.xml',
  companies: (part: number) => `/sitemaps/companies-${part}.xml`,
  jobs: (part: number) => `/sitemaps/jobs-${part}.xml`,
};

/** The pictures that other sites show with a link to a page; a version makes them ask for a new one. */
export const previews = {
  job: (id: string, version?: string) =>
    `/previews/jobs/${encodeURIComponent(id)}.png${queryString({ v: version })}`,
  company: (id: string, version?: string) =>
    `/previews/companies/${encodeURIComponent(id)}.png${queryString({ v: version })}`,
  board: (version?: string) => `/previews/board.png${queryString({ v: version })}`,
};
