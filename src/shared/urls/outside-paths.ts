import type { EmbedTheme } from '../domain/embeds.ts';
import { type JobSearch, queryString, readJobSearch } from './paths.ts';

/** URL paths for programs and other sites: embeds, link previews, search engines, and the API description. */

/** Pages that other sites may show in frames. */
export const embeds = {
  jobs: ({
    theme,
    limit,
    ...search
  }: JobSearch & { theme?: EmbedTheme | undefined; limit?: number | undefined } = {}) =>
    `/embed/jobs${queryString({ ...readJobSearch(search), theme, limit: limit?.toString() })}`,
};

/** The path of the oEmbed response for a page. `url` is absolute. https://oembed.com */
export const oembed = (url?: string, format?: 'json' | 'xml') =>
  `/oembed${queryString({ url, format })}`;

/** The page on which the recipient of mails about closing dates ends them. */
export const optOutPage = (token: string) => `/reminders/${token}`;

/** Pages without React for people who get alerts by mail. Each link in a mail has a token. */
export const alertPages = {
  /** Where a form without scripts subscribes. */
  subscribe: () => '/alerts',
  confirm: (token: string) => `/alerts/confirm/${token}`,
  manage: (token: string) => `/alerts/manage/${token}`,
  end: (token: string) => `/alerts/end/${token}`,
  /** Where people answer whether their alerts are still useful. */
  keep: (token: string) => `/alerts/keep/${token}`,
};

/** The API description as OpenAPI, and as a page. */
export const apiDescription = { openApi: () => '/api/openapi.json', docs: () => '/api/docs' };

/** The path of the rules for crawlers: https://www.rfc-editor.org/rfc/rfc9309 */
export const robots = () => '/robots.txt';

/**
 * The sitemap index and the sitemaps. The sitemaps of jobs and of companies have numbered parts:
 * https://www.sitemaps.org/protocol.html
 */
export const sitemaps = {
  index: () => '/sitemap.xml',
  pages: () => '/sitemaps/pages.xml',
  companies: (part: number) => `/sitemaps/companies-${part}.xml`,
  jobs: (part: number) => `/sitemaps/jobs-${part}.xml`,
};

/** Preview images for links. A new `version` makes other sites fetch the image again. */
export const previews = {
  job: (id: string, version?: string) =>
    `/previews/jobs/${encodeURIComponent(id)}.png${queryString({ v: version })}`,
  company: (id: string, version?: string) =>
    `/previews/companies/${encodeURIComponent(id)}.png${queryString({ v: version })}`,
  board: (version?: string) => `/previews/board.png${queryString({ v: version })}`,
};
