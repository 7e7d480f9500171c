import type { JobFeed } from './job-feed.ts';

export const JSON_FEED = 'application/feed+json; charset=utf-8';

/** Writes a JSON Feed: https://www.jsonfeed.org/version/1.1/ */
export function writeJsonFeed({ site, title, note, page, entries, addresses }: JobFeed): string {
  const { self, next } = addresses.json;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: self,
    description: note,
    next_url: next,
    favicon: `${site.origin}${site.look.icons[0]?.href}`,
    authors: [{ name: site.name, url: site.origin }],
    items: entries.map(({ id, url, title, html, summary, published, updated, company, type }) => ({
      id,
      url,
      title,
      content_html: html,
      summary,
      date_published: published,
      date_modified: updated,
      authors: [company],
      tags: [type],
    })),
  });
}
