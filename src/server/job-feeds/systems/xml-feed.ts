import { z } from 'zod';
import { buildJob } from './build-job.ts';
import { textId } from './fields.ts';
import { mapEntries } from './map-entries.ts';
import { readDate, readDay } from './read-date.ts';
import { batchEntries, convertEntry, type EntryKind } from './read-entries.ts';
import { childAt, htmlOf, readXmlEntries, textAt, type XmlElement } from './read-xml.ts';
import type { FeedAddress, Setting, System } from './system.ts';
import { hostsOfFeed, isFeedUrl, toFeedUrl } from './tenants.ts';
import { readEmployment, readPayText, readWorkplace } from './terms.ts';
import { isMarkup, unescapeMarkup } from './unescape-markup.ts';

/**
 * The names of the elements of a feed. The source's settings may change them. The defaults are the names in Indeed's
 * format, which many feeds use. A name may be a path, such as `location/city`. Several names with commas are
 * alternatives, such as `title, name`.
 */
const ELEMENTS = {
  entry: { label: 'Element of each job', usual: 'job' },
  id: { label: 'Element of the id', usual: 'referencenumber, reference_id, guid, id' },
  title: { label: 'Element of the title', usual: 'title, name' },
  url: { label: 'Element of the URL', usual: 'url, link, apply_url, applyurl' },
  email: { label: 'Element of the email address', usual: 'email, apply_email, applyemail' },
  date: { label: 'Element of the date', usual: 'date, pubdate, pubDate, publishdate, posted_at' },
  closes: {
    label: 'Element of the closing date',
    usual: `expirationdate, expiration_date, expirydate, expiry_date, expire, expires, expiry, expiration, expiredate,
      closing_date, closingdate, deadline, application_deadline, valid_through, validthrough, valid_until`,
  },
  company: { label: 'Element of the company', usual: 'company, employer' },
  location: { label: 'Element of the location', usual: 'location' },
  city: { label: 'Element of the city', usual: 'city, location/city' },
  state: { label: 'Element of the state or region', usual: 'state, region, location/state' },
  country: { label: 'Element of the country', usual: 'country, location/country' },
  description: { label: 'Element of the description', usual: 'description, body' },
  salary: { label: 'Element of the pay', usual: 'salary, compensation' },
  employment: {
    label: 'Element of the employment type',
    usual: 'jobtype, job_type, employment_type, type',
  },
  workplace: { label: 'Element of the workplace', usual: 'remotetype, remote_type, workplace' },
} as const satisfies Record<string, Setting>;

type Field = keyof typeof ELEMENTS;

const identified = z.object({ id: textId });

const job = identified.extend({
  title: z.string().min(1),
  url: z.string(),
  email: z.string(),
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
  settings: ELEMENTS,
  recognize: (url) =>
    /\.xml$/i.test(url.pathname) && !/sitemap/i.test(url.pathname) ? toFeedUrl(url) : undefined,
  isTenant: isFeedUrl,
  hosts: ({ tenant }) => hostsOfFeed(tenant),
  pageUrl: ({ tenant }) => new URL('/', tenant).href,
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

/** The names of the elements that may contain a field of a job. */
function namesOf({ settings }: FeedAddress, field: Field): string[] {
  const names = settings?.[field]?.trim() || ELEMENTS[field].usual;
  return names
    .split(',')
    .slice(0, 20)
    .map((name) => name.trim());
}

function fieldsOf(element: XmlElement, address: FeedAddress): Job {
  const find = (field: Field, read: (name: string[]) => string) =>
    namesOf(address, field)
      .map((name) => read(name.split('/')).trim())
      .find(Boolean) ?? '';
  const read = (field: Field) => find(field, (name) => htmlOf(childAt(element, ...name)));
  const url = read('url');
  return {
    // In a feed without ids, the URLs of the jobs are their ids.
    id: read('id') || url,
    title: unescapeMarkup(find('title', (name) => textAt(element, ...name))),
    url,
    email: read('email'),
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
  // A location with child elements, such as `<location><city>…`, has no text of its own.
  const location = isMarkup(job.location) ? '' : job.location;
  return buildJob({
    id,
    title: job.title,
    employment: readEmployment(job.employment),
    workplace: readWorkplace(job.workplace),
    places: [{ text: location, locality: job.city, region: job.state, country: job.country }],
    description: [{ htmlOrText: job.description }],
    pay: readPayText(job.salary, job.country),
    urls: [job.url],
    email: job.email,
    date: readDate(job.date, job.country),
    closes: readDay(job.closes, job.country),
  });
}
