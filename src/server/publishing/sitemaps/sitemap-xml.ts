import { html as xml } from 'ghtml';
import type { Page } from './sitemap-parts.ts';

/** The media type of XML: https://www.rfc-editor.org/rfc/rfc7303#section-9.1 */
export const SITEMAP = 'application/xml; charset=utf-8';

/** The namespace of sitemaps: https://www.sitemaps.org/protocol.html */
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Writes a sitemap batch by batch. */
export async function* writeUrls(
  batches: AsyncIterable<Page[]> | Page[][],
  publicUrl: string,
): AsyncGenerator<string> {
  let head = `${DECLARATION}<urlset xmlns="${NAMESPACE}">\n`;
  for await (const pages of batches) {
    yield head + pages.map((page) => writeAddress('url', page, publicUrl)).join('');
    head = '';
  }
  yield `${head}</urlset>\n`;
}

/** Writes the index of the sitemaps. */
export function writeSitemaps(parts: Page[], publicUrl: string): string {
  const addresses = parts.map((part) => writeAddress('sitemap', part, publicUrl));
  return `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${addresses.join('')}</sitemapindex>\n`;
}

function writeAddress(element: 'url' | 'sitemap', { path, modified }: Page, publicUrl: string) {
  const lastmod = modified ? `<lastmod>${modified.toISOString()}</lastmod>` : '';
  return `<${element}><loc>${xml`${publicUrl}${path}`}</loc>${lastmod}</${element}>\n`;
}
