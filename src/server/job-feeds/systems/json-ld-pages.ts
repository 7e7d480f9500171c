import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseUrl } from '#server/platform/parse-url.ts';
import type { FeedClient, FeedResponse } from '../fetch/fetch-client.ts';
import { companyOfPosting, fromJobPosting, idOfPosting, jobPosting } from './job-posting.ts';
import { findJobPostings, type JsonLdObject } from './json-ld.ts';
import { parsePage } from './parse-page.ts';
import { convertEntry, type EntryKind } from './read-entries.ts';
import { readXmlEntries, textAt } from './read-xml.ts';
import type { FeedAddress, ListedItem, System } from './system.ts';
import { UnreadableFeedError } from './system.ts';
import { hostsOfFeed, isFeedUrl, toFeedUrl } from './tenants.ts';

/** The maximum number of pages with jobs that are read from a source, and of sitemaps that name these pages. */
const MAX_PAGES = 2_000;
const MAX_SITEMAPS = 50;

/** The maximum length of an id (characters). */
const MAX_ID = 200;

/** The number of pages in a batch. */
const BATCH = 200;

/** Matches paths of pages with jobs. Used if the source's settings do not say what these paths have in common. */
const JOB_PATH =
  /\/(?:jobs?|careers?|positions?|openings?|vacanc(?:y|ies)|roles?|stellen\w*|karriere|emplois?|offres?|empleos?|vacatures?)\/[^/]+/i;

/** A page in the list: its URL, and what the sitemap says about its last change. */
const page = z.object({ url: z.string(), changed: z.string().nullish() });

/** A page whose posting was read. `id` identifies the job, and `page` is the URL of the page. */
const found = z.object({ id: z.string(), page: z.string(), posting: jobPosting.optional() });

type Found = z.infer<typeof found>;

const kind: EntryKind<Found> = {
  name: 'job posting',
  id: z.object({ id: z.string() }).transform(({ id }) => id),
  entry: found,
};

export const jsonLdPages: System = {
  id: 'json-ld',
  name: 'Pages with JSON-LD',
  idScope: 'tenant',
  interval: 2_000,
  conditional: 'none',
  isVerified: true,
  readsPages: true,
  settings: {
    path: { label: 'Text in the URLs of jobs, such as “/vacancy/”', usual: 'the usual words' },
  },
  recognize: (url) => (/sitemap[^/]*\.xml$/i.test(url.pathname) ? toFeedUrl(url) : undefined),
  isTenant: isFeedUrl,
  hosts: ({ tenant }) => hostsOfFeed(tenant),
  pageUrl: ({ tenant }) =>
    /\.xml$/i.test(new URL(tenant).pathname) ? new URL('/', tenant).href : tenant,
  async *list(address, client) {
    const response = await client.get(address.tenant);
    const text = isXml(response) ? undefined : await response.text();
    const postings = text === undefined ? [] : findJobPostings(text);
    if (text !== undefined && postings.length > 0) {
      return yield* listPostings(postings, response.url);
    }
    const pages =
      text === undefined
        ? await readSitemap(response, address, client)
        : { urls: linksOf(text, response.url, address), isWhole: true };
    if (pages.urls.size === 0) {
      throw new UnreadableFeedError(
        'it names no job: it has no JobPosting, and no link to a page of a job on the same site',
      );
    }
    const items = [...pages.urls].map(([url, changed]) => ({
      id: idOfUrl(url),
      data: { url, changed },
    }));
    for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
    return { isComplete: pages.isWhole };
  },
  async detail(_address, { id, data }, client) {
    // If one page has all postings, the posting is already in the data.
    if (id === undefined || found.safeParse(data).success) return data;
    const { url } = page.parse(data);
    const response = await client.get(url, { accept: 'text/html' });
    const [posting] = findJobPostings(await response.text());
    return { id, page: response.url, posting };
  },
  toJob: (data) =>
    convertEntry(kind, data, ({ page, posting }, id) =>
      posting
        ? fromJobPosting(posting, { id, url: page })
        : { reason: 'its page has no JobPosting', isMalformed: true },
    ),
};

/** The id of a page: its URL, or a hash of a URL that is too long for an id. */
function idOfUrl(url: string): string {
  return url.length <= MAX_ID ? url : createHash('sha256').update(url).digest('hex');
}

/** Lists the postings of a page that has them all. */
async function* listPostings(
  postings: JsonLdObject[],
  pageUrl: string,
): ReturnType<System['list']> {
  const items: ListedItem[] = postings.map((posting) => {
    const stated = idOfPosting(posting);
    const id = stated && idOfUrl(stated);
    return { id, data: { id, page: pageUrl, posting } };
  });
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
  const companies = new Set(postings.map(companyOfPosting));
  const [company] = companies;
  return {
    isComplete: items.every(({ id }) => id !== undefined),
    company: companies.size === 1 ? company : undefined,
  };
}

function isXml({ url, contentType }: FeedResponse): boolean {
  return /\bxml\b/i.test(contentType) && !/xhtml/i.test(contentType)
    ? true
    : contentType === '' && /\.xml$/i.test(new URL(url).pathname);
}

type Pages = {
  /** The URLs of pages, each with the time of its last change if that is known. */
  urls: Map<string, string | undefined>;
  /** Whether all sitemaps were read. */
  isWhole: boolean;
};

/** Reads the URLs of jobs in a sitemap and in the sitemaps that it names. https://www.sitemaps.org/protocol.html */
async function readSitemap(
  first: FeedResponse,
  address: FeedAddress,
  client: FeedClient,
): Promise<Pages> {
  const pages: Pages = { urls: new Map(), isWhole: true };
  const waiting: (FeedResponse | string)[] = [first];
  const known = new Set<string>([first.url]);
  for (let number = 0; waiting.length > 0; number += 1) {
    const next = waiting.shift();
    if (next === undefined) break;
    if (number >= MAX_SITEMAPS) return { ...pages, isWhole: false };
    const response = typeof next === 'string' ? await client.get(next) : next;
    for (const { name, url, changed } of await urlsOf(response)) {
      // A sitemap entry without a URL may stand for a job, so the list is not complete.
      if (!url) pages.isWhole = false;
      const target = url ? onSite(url, response.url, address) : undefined;
      if (target === undefined) continue;
      if (name === 'sitemap') {
        if (!known.has(target)) waiting.push(target);
        known.add(target);
      } else if (isJobPath(target, address)) {
        if (pages.urls.size >= MAX_PAGES) return { ...pages, isWhole: false };
        pages.urls.set(target, changed);
      }
    }
  }
  return pages;
}

async function urlsOf(response: FeedResponse) {
  const urls: { name: string; url: string; changed: string | undefined }[] = [];
  const entries = readXmlEntries(response, {
    what: 'a sitemap',
    roots: ['urlset', 'sitemapindex'],
    entry: ['url', 'sitemap'],
  });
  for await (const entry of entries) {
    const changed = textAt(entry, 'lastmod') || undefined;
    urls.push({ name: entry.name, url: textAt(entry, 'loc'), changed });
  }
  return urls;
}

/** The links of a page to jobs on the same site. */
function linksOf(html: string, pageUrl: string, address: FeedAddress): Pages['urls'] {
  const urls: Pages['urls'] = new Map();
  parsePage(html, {
    onopentag(name, { href }) {
      if (name !== 'a' || !href || urls.size >= MAX_PAGES) return;
      const target = onSite(href, pageUrl, address);
      if (target !== undefined && target !== pageUrl && isJobPath(target, address)) {
        urls.set(target, undefined);
      }
    },
    ontext() {},
    onclosetag() {},
  });
  return urls;
}

/** The URL of a page on the site of the source; undefined if the page is elsewhere. */
function onSite(written: string, base: string, address: FeedAddress): string | undefined {
  const url = parseUrl(written.trim(), base);
  if (!url || !jsonLdPages.hosts(address).includes(url.host)) return undefined;
  return toFeedUrl(url);
}

/**
 * Whether a URL leads to a job: its path contains the text in the settings or, without one, a usual name such as
 * "/jobs/".
 */
function isJobPath(url: string, { settings }: FeedAddress): boolean {
  const part = settings?.path?.trim();
  const { pathname, search } = new URL(url);
  return part ? `${pathname}${search}`.includes(part) : JOB_PATH.test(pathname);
}
