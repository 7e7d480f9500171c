import { type Content, jsonContent } from '../feed-server.ts';
import { escapeHtml } from '../feed-server-jobs.ts';
import type { Fields, Posting, Site, SiteRequest } from './site.ts';

/** Functions that change the list, its entries or the response for a single job before they are written. */
export type ShapeChange = {
  entry?: (entry: Fields, index: number) => unknown;
  list?: (list: unknown) => unknown;
  detail?: (fields: Fields) => unknown;
};

/** What a request is for. */
export type RequestKind = 'list' | 'next page' | 'detail';

export type SiteAnswer = { kind: RequestKind; content: Content };

/**
 * Answers a request as the system would for a customer with these postings.
 * @returns undefined if the system has no such URL (404)
 */
export function answerOf(
  site: Site,
  postings: readonly Posting[],
  request: SiteRequest,
  change: ShapeChange = {},
): SiteAnswer | undefined {
  const { customer, url } = request;
  const number = site.detail?.numberIn(url);
  if (site.detail && number !== undefined) {
    const posting = postings.find((each) => each.number === number);
    if (!posting) return undefined;
    const fields = site.detail.fields(posting, customer);
    const data = change.detail ? change.detail(fields) : fields;
    return { kind: 'detail', content: site.detail.isPage ? writePage(data) : jsonContent(data) };
  }
  const entries = postings.map((posting, index) => {
    const entry = site.entry(posting, customer);
    return (change.entry ? change.entry(entry, index) : entry) as Fields;
  });
  const list = site.list(entries, request);
  if (list === undefined) return undefined;
  const data = change.list ? change.list(list) : list;
  const kind = isFirstPage(request) ? 'list' : 'next page';
  return { kind, content: site.format === 'xml' ? writeXml(data) : jsonContent(data) };
}

/** Whether a request is for the first page of a list, that is, names no later page. */
function isFirstPage({ url, body }: SiteRequest): boolean {
  const offset = Number(url.searchParams.get('offset') ?? /"offset":(\d+)/.exec(body)?.[1] ?? 0);
  return offset === 0 && [null, '0'].includes(url.searchParams.get('page')) && !isLater(url);
}

const isLater = ({ searchParams }: URL) => searchParams.has('cursor');

function writePage(data: unknown): Content {
  return {
    type: 'text/html; charset=utf-8',
    text: `<!doctype html><html><head><title>Job</title>
<script type="application/ld+json">${JSON.stringify(data)}</script></head><body>Köln</body></html>`,
  };
}

function writeXml(data: unknown): Content {
  return {
    type: 'application/xml',
    text: `<?xml version="1.0" encoding="UTF-8"?>\n${elements(data)}`,
  };
}

/** Writes the members of an object as elements with their names. A list becomes an element for each of its values. */
function elements(data: unknown): string {
  if (typeof data !== 'object' || data === null) return escapeHtml(String(data ?? ''));
  return Object.entries(data)
    .flatMap(([name, value]) =>
      [value].flat().map((each) => `<${name}>${elements(each)}</${name}>`),
    )
    .join('');
}
