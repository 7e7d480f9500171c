import { z } from 'zod';
import { parseUrl } from '#server/platform/parse-url.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import type { FeedClient, FeedResponse } from '../fetch/fetch-client.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import { buildJob } from './build-job.ts';
import { formatIssue, text } from './fields.ts';
import { fromJobPosting } from './job-posting.ts';
import { mapEntries } from './map-entries.ts';
import { readDate } from './read-date.ts';
import { batchEntries, convertEntry, type EntryKind } from './read-entries.ts';
import {
  childAt,
  childrenOf,
  htmlOf,
  readXmlEntries,
  textAt,
  type XmlElement,
} from './read-xml.ts';
import { type System, UnreadableFeedError } from './system.ts';

const PAGE = 100;
const MAX_PAGES = 100;

/** The fields of an item in both feeds, which have different names for them. */
const fields = { title: z.string().min(1), link: z.string(), date: z.string(), html: z.string() };

const item = z.discriminatedUnion('format', [
  z.object({
    format: z.literal('rss'),
    ...fields,
    remoteStatus: z.string(),
    places: z.array(z.object({ text: z.string(), locality: z.string(), country: z.string() })),
  }),
  z.object({
    format: z.literal('json'),
    ...fields,
    posting: z.record(z.string(), z.unknown()).nullish(),
  }),
]);

type Item = z.infer<typeof item>;

/**
 * The id in the URL of a job, such as `8118064` of `/jobs/8118064-weaver`. The ids that the RSS feed and the JSON feed
 * state cannot be used, because they differ.
 */
const kind: EntryKind<Item> = {
  name: 'Teamtailor job',
  id: z
    .object({ link: z.string() })
    .transform(({ link }) => /\/jobs\/(\d{1,20})\b/.exec(link)?.[1])
    .pipe(z.string()),
  entry: item,
};

const jsonFeed = z.object({
  title: text,
  next_url: text,
  items: z.array(z.unknown()),
});

const jsonItem = z.object({
  title: z.string(),
  url: z.string(),
  date_published: text,
  content_html: text,
  _jobposting: z.record(z.string(), z.unknown()).nullish(),
});

/** Matches the names of customers. Some have a second label, such as `na` for their region. */
const TENANT = /^[a-z\d][a-z\d-]{0,62}(?:\.[a-z\d][a-z\d-]{0,62})?$/;

/** Hosts of Teamtailor itself. */
const OWN = new Set([
  'www',
  'app',
  'api',
  'docs',
  'support',
  'scripts',
  'tt',
  'partner',
  'integrations',
]);

export const teamtailor: System = {
  id: 'teamtailor',
  name: 'Teamtailor',
  idScope: 'tenant',
  interval: 2_000,
  conditional: 'none',
  isVerified: true,
  recognize(url) {
    const tenant = /^(.+)\.teamtailor\.com$/.exec(url.host)?.[1] ?? '';
    return teamtailor.isTenant(tenant) ? tenant : undefined;
  },
  isTenant: (tenant) => TENANT.test(tenant) && !OWN.has(tenant),
  hosts: ({ tenant }) => [`${tenant}.teamtailor.com`],
  pageUrl: ({ tenant }) => `https://${tenant}.teamtailor.com/jobs`,
  async *list({ tenant }, client) {
    const site = `https://${tenant}.teamtailor.com`;
    const { end, isIdentified } = yield* batchEntries(readItems(site, client), kind);
    return { isComplete: isIdentified && end.isWhole, company: end.company };
  },
  toJob: (data) => convertEntry(kind, data, toJob),
};

type FeedEnd = { isWhole: boolean; company: string | undefined };

/** Reads the RSS feed, which has more facts, or else the JSON feed. */
async function* readItems(site: string, client: FeedClient): AsyncGenerator<unknown, FeedEnd> {
  let first: FeedResponse;
  try {
    first = await client.get(rssUrl(site, 0));
  } catch (error) {
    if (!(error instanceof FetchError && error.failure === 'missing')) throw error;
    return yield* readJsonFeed(site, client);
  }
  return yield* readRss(site, client, first);
}

function rssUrl(site: string, offset: number): string {
  return `${site}/jobs.rss?per_page=${PAGE}&offset=${offset}`;
}

async function* readRss(
  site: string,
  client: FeedClient,
  first: FeedResponse,
): AsyncGenerator<unknown, FeedEnd> {
  const links = new Set<string>();
  let response = first;
  for (let number = 1; ; number += 1) {
    const entries = mapEntries(
      readXmlEntries(response, { what: 'a Teamtailor feed', roots: ['rss'], entry: 'item' }),
      fromRss,
    );
    const known = links.size;
    let count = 0;
    let next = await entries.next();
    for (; !next.done; next = await entries.next()) {
      count += 1;
      if (links.has(next.value.link)) continue;
      links.add(next.value.link);
      yield next.value;
    }
    const company = next.value.get('channel/title')?.trim() || undefined;
    // Only a page with exactly the requested number of items may be followed by another one.
    const isLast = count !== PAGE;
    if (isLast || links.size === known || number === MAX_PAGES) return { isWhole: isLast, company };
    response = await client.get(rssUrl(site, number * PAGE));
  }
}

async function* readJsonFeed(site: string, client: FeedClient): AsyncGenerator<unknown, FeedEnd> {
  let url: string | undefined = `${site}/jobs.json?per_page=${PAGE}`;
  let company: string | undefined;
  let count = 0;
  for (let number = 0; url !== undefined && number < MAX_PAGES; number += 1) {
    const response = await client.get(url, { accept: 'application/json' });
    const { data, error } = jsonFeed.safeParse(await response.json());
    if (!data) throw new UnreadableFeedError(`it is not a Teamtailor feed (${formatIssue(error)})`);
    for (const entry of data.items) yield fromJson(entry);
    count = data.items.length;
    company = data.title?.trim() || undefined;
    const next: URL | undefined = data.next_url ? parseUrl(data.next_url, url) : undefined;
    url = next?.origin === site ? next.href : undefined;
  }
  // A last page that is full may not be the end, because the feed may have left out the URL of the next page.
  return { isWhole: url === undefined && count !== PAGE, company };
}

function fromRss(element: XmlElement): Item {
  const locations = childAt(element, 'tt:locations');
  return {
    format: 'rss',
    title: textAt(element, 'title'),
    link: textAt(element, 'link'),
    date: textAt(element, 'pubDate'),
    html: htmlOf(childAt(element, 'description')),
    remoteStatus: textAt(element, 'remoteStatus'),
    places: (locations ? childrenOf(locations, 'tt:location') : []).map((location) => ({
      text: textAt(location, 'tt:name'),
      locality: textAt(location, 'tt:city'),
      country: textAt(location, 'tt:country'),
    })),
  };
}

/**
 * An item of the JSON feed. An item in an unknown format is passed on unchanged, so that it counts as invalid later.
 */
function fromJson(entry: unknown): unknown {
  const { data } = jsonItem.safeParse(entry);
  if (!data) return entry;
  return {
    format: 'json',
    title: data.title,
    link: data.url,
    date: data.date_published ?? '',
    html: data.content_html ?? '',
    posting: data._jobposting,
  };
}

/**
 * The workplace for each remote status of a job. `temporary` is not among them, because remote work that ends does not
 * determine the workplace.
 */
const WORKPLACES: Record<string, Workplace> = {
  fully: 'remote',
  'fully-remote': 'remote',
  hybrid: 'hybrid',
  none: 'on-site',
};

function toJob(item: Item, id: string) {
  if (item.format === 'json' && item.posting) {
    const { title, html, date, link, posting } = item;
    return fromJobPosting(
      { description: html, datePosted: date, ...posting, title, url: link },
      { id, url: link },
    );
  }
  return buildJob({
    id,
    title: item.title,
    employment: null,
    workplace: item.format === 'rss' ? (WORKPLACES[item.remoteStatus.toLowerCase()] ?? null) : null,
    places: item.format === 'rss' ? item.places : [],
    description: [{ html: item.html }],
    pay: undefined,
    urls: [item.link],
    date: readDate(item.date),
  });
}
