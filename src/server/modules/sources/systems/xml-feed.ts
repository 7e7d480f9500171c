import { z } from 'zod';
import { buildJob } from './build-job.ts';
import { textId } from './fields.ts';
import { mapEntries } from './map-entries.ts';
import { batchEntries, convertEntry, type EntryKind } from './read-entries.ts';
import { childAt, htmlOf, readXmlEntries, textAt, type XmlElement } from './read-xml.ts';
import type { SourceAddress, System } from './system.ts';
import { hostsOfFeed, isFeedUrl, toFeedUrl } from './tenants.ts';
import { readDate, readEmployment, readPayText, readWorkplace } from './terms.ts';
import { isMarkup, unescapeMarkup } from './unescape-markup.ts';

/**
 * The names of the elements of a feed, as the source's settings may change them. The default is the format that Indeed
 * has made common. A name may be a path, such as `location/city`, and several names are alternatives: `title, name`.
 */
export const XML_FEED_SETTINGS = {
  entry: 'job',
  id: 'referencenumber, reference_id, guid, id',
  title: 'title, name',
  url: 'url, link, apply_url, applyurl',
  date: 'date, pubdate, pubDate, publishdate, posted_at',
  closes: 'expirationdate, expiration_date, expirydate, closing_date',
  company: 'company, employer',
  location: 'location',
  city: 'city, location/city',
  state: 'state, region, location/state',
  country: 'country, location/country',
  description: 'description, body',
  salary: 'salary, compensation',
  employment: 'jobtype, job_type, employment_type, type',
  workplace: 'remotetype, remote_type, workplace',
} as const;

type Field = keyof typeof XML_FEED_SETTINGS;

const identified = z.object({ id: textId });

const job = identified.extend({
  title: z.string().min(1),
  url: z.string(),
  date: z.string(),
  closes: z.string(),
  company: z.string(),
  location: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  description: z.string(),
  salary: z.string(),
  employment: z.string(),
  workplace: z.string(),
});

type Job = z.infer<typeof job>;

const kind: EntryKind<Job> = {
  name: 'job of an XML feed',
  id: identified.transform(({ id }) => id),
  entry: job,
};

export const xmlFeed: System = {
  id: 'xml',
  name: 'XML feed',
  idScope: 'tenant',
  interval: 2_000,
  conditional: 'any',
  isVerified: false,
  recognize: (url) =>
    /\.xml$/i.test(url.pathname) && !/sitemap/i.test(url.pathname) ? toFeedUrl(url) : undefined,
  isTenant: isFeedUrl,
  hosts: ({ tenant }) => hostsOfFeed(tenant),
  boardUrl: ({ tenant }) => new URL('/', tenant).href,
  async *list(address, client) {
    const response = await client.get(address.tenant, {
      accept: 'application/xml, text/xml',
      isConditional: true,
    });
    const [entry = ''] = namesOf(address, 'entry');
    const entries = readXmlEntries(response, { what: 'an XML feed', entry });
    const companies = new Set<string>();
    const jobs = mapEntries(entries, (element) => {
      const fields = fieldsOf(element, address);
      companies.add(fields.company);
      return fields;
    });
    const { isIdentified } = yield* batchEntries(jobs, kind);
    const [company] = companies;
    return { isComplete: isIdentified, company: (companies.size === 1 && company) || undefined };
  },
  toJob: (data) => convertEntry(kind, data, toJob),
};

/** The names of the elements that have a field. */
function namesOf({ settings }: SourceAddress, field: Field): string[] {
  const names = settings?.[field]?.trim() || XML_FEED_SETTINGS[field];
  return names
    .split(',')
    .slice(0, 10)
    .map((name) => name.trim());
}

function fieldsOf(element: XmlElement, address: SourceAddress): Job {
  const find = (field: Field, read: (name: string[]) => string) =>
    namesOf(address, field)
      .map((name) => read(name.split('/')).trim())
      .find(Boolean) ?? '';
  const read = (field: Field) => find(field, (name) => htmlOf(childAt(element, ...name)));
  const url = read('url');
  return {
    // A feed without ids has the URLs of its jobs.
    id: read('id') || url,
    title: unescapeMarkup(find('title', (name) => textAt(element, ...name))),
    url,
    date: read('date'),
    closes: read('closes'),
    company: read('company'),
    location: read('location'),
    city: read('city'),
    state: read('state'),
    country: read('country'),
    description: read('description'),
    salary: read('salary'),
    employment: read('employment'),
    workplace: read('workplace'),
  };
}

function toJob(job: Job, id: string) {
  const description = unescapeMarkup(job.description);
  const country = /^[a-z]{2}$/i.test(job.country) ? job.country : undefined;
  // An element with children, such as `<location><city>…`, has no text of its own.
  const location = isMarkup(job.location) ? '' : job.location;
  return buildJob({
    id,
    title: job.title,
    employment: readEmployment(job.employment),
    workplace: readWorkplace(job.workplace),
    places: [{ text: location, locality: job.city, region: job.state, country: job.country }],
    description: [isMarkup(description) ? { html: description } : { text: description }],
    pay: readPayText(job.salary, country),
    urls: [job.url],
    date: readDate(job.date),
    closes: readDate(job.closes),
  });
}
