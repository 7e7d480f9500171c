import { z } from 'zod';
import type { FeedClient } from '../fetch/fetch-client.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import { buildJob } from './build-job.ts';
import { textId } from './fields.ts';
import { mapEntries } from './map-entries.ts';
import { readDate } from './read-date.ts';
import { batchEntries, convertEntry, type EntryKind } from './read-entries.ts';
import { readXmlEntries, textAt, type XmlElement, type XmlFormat } from './read-xml.ts';
import type { System } from './system.ts';
import { hostsOfFeed, isFeedUrl, toFeedUrl } from './tenants.ts';
import { readEmployment, readPayText, readWorkplace } from './terms.ts';
import { unescapeOnce } from './unescape-markup.ts';

/**
 * The number of jobs that is requested from the feed, and the number that the feed has if the site ignores this
 * request.
 */
const PAGE = 1_000;
const DEFAULT = 10;

const FORMAT: XmlFormat = { what: 'a feed of jobs', roots: ['rss'], entry: 'item' };

const identified = z.object({ id: textId });

/** An item of the feed of WP Job Manager. https://wpjobmanager.com */
const item = identified.extend({
  title: z.string().min(1),
  link: z.string(),
  date: z.string(),
  html: z.string(),
  location: z.string(),
  types: z.string(),
  company: z.string(),
  salary: z.string(),
});

type Item = z.infer<typeof item>;

const kind: EntryKind<Item> = {
  name: 'job of WP Job Manager',
  id: identified.transform(({ id }) => id),
  entry: item,
};

export const jobFeed: System = {
  id: 'job-feed',
  name: 'WP Job Manager',
  idScope: 'tenant',
  interval: 2_000,
  conditional: 'any',
  isVerified: false,
  recognize(url) {
    const isFeed =
      url.searchParams.get('feed') === 'job_feed' || /\/feed\/job_feed\/?$/.test(url.pathname);
    return isFeed ? toFeedUrl(url) : undefined;
  },
  isTenant: isFeedUrl,
  hosts: ({ tenant }) => hostsOfFeed(tenant),
  pageUrl: ({ tenant }) => new URL('/', tenant).href,
  async *list({ tenant }, client) {
    const url = new URL(tenant);
    if (!url.searchParams.has('posts_per_page')) {
      url.searchParams.set('posts_per_page', String(PAGE));
    }
    const response = await client.get(url.href, {
      accept: 'application/rss+xml, application/xml',
      isConditional: true,
    });
    const companies = new Set<string>();
    const items = mapEntries(readXmlEntries(response, FORMAT), (element) => {
      const fields = fieldsOf(element);
      companies.add(fields.company);
      return fields;
    });
    const { entries, isIdentified } = yield* batchEntries(items, kind);
    const [company] = companies;
    const isWhole = entries < Number(url.searchParams.get('posts_per_page'));
    return {
      isComplete: isIdentified && isWhole && !(entries === DEFAULT && (await hasMore(url, client))),
      company: (companies.size === 1 && company) || undefined,
    };
  },
  toJob: (data) => convertEntry(kind, data, toJob),
};

/** Whether the feed has a second page, which it has if the site ignores the requested number of jobs. */
async function hasMore(url: URL, client: FeedClient): Promise<boolean> {
  const second = new URL(url);
  second.searchParams.set('paged', '2');
  try {
    const entries = readXmlEntries(await client.get(second.href), FORMAT);
    const { done } = await entries.next();
    await entries.return(new Map());
    return !done;
  } catch (error) {
    if (error instanceof FetchError && error.failure === 'missing') return false;
    throw error;
  }
}

function fieldsOf(element: XmlElement): Item {
  // The plugin escapes its fields although they are in CDATA sections.
  const fieldOf = (name: string) => unescapeOnce(textAt(element, `job_listing:${name}`));
  return {
    id: idOf(textAt(element, 'guid') || textAt(element, 'link')),
    title: unescapeOnce(textAt(element, 'title')),
    link: textAt(element, 'link'),
    date: textAt(element, 'pubDate'),
    html: textAt(element, 'content:encoded') || textAt(element, 'description'),
    location: fieldOf('location'),
    types: fieldOf('job_type'),
    company: fieldOf('company'),
    salary: fieldOf('salary'),
  };
}

/** The number of the post in its id, such as 163 of `https://acme.example/?post_type=job_listing&p=163`. */
function idOf(guid: string): string {
  return /[?&;]p=(\d+)/.exec(guid)?.[1] ?? guid;
}

function toJob(item: Item, id: string) {
  const workplace = readWorkplace(item.types);
  return buildJob({
    id,
    title: item.title,
    employment: readEmployment(item.types),
    workplace,
    places: [{ text: item.location }],
    description: [{ html: item.html }],
    pay: readPayText(item.salary),
    urls: [item.link],
    date: readDate(item.date),
  });
}
