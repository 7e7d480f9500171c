import { z } from 'zod';
import { buildJob } from './build-job.ts';
import { textId } from './fields.ts';
import { mapEntries } from './map-entries.ts';
import { batchEntries, convertEntry, type EntryKind } from './read-entries.ts';
import { childAt, htmlOf, readXmlEntries, textAt, type XmlElement } from './read-xml.ts';
import type { System } from './system.ts';
import { isLabel, subdomainOf } from './tenants.ts';
import { readEmployment } from './terms.ts';

const identified = z.object({ id: textId });

/** A job of JazzHR's syndication feed. */
const job = identified.extend({
  title: z.string().min(1),
  url: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  description: z.string(),
  type: z.string(),
  status: z.string(),
});

type Job = z.infer<typeof job>;

const kind: EntryKind<Job> = {
  name: 'JazzHR job',
  id: identified.transform(({ id }) => id),
  entry: job,
  isListed: ({ status }) => /^(?:open)?$/i.test(status),
};

export const jazzHr: System = {
  id: 'jazzhr',
  name: 'JazzHR',
  idScope: 'tenant',
  interval: 2_000,
  conditional: 'any',
  isVerified: false,
  recognize(url) {
    if (url.host !== 'app.jazz.co') return subdomainOf(url, 'applytojob.com');
    const tenant = /^\/(?:feeds\/export\/jobs|widgets\/basic\/create)\/([^/]+)/
      .exec(url.pathname)?.[1]
      ?.toLowerCase();
    return tenant && isLabel(tenant) ? tenant : undefined;
  },
  isTenant: isLabel,
  hosts: () => ['app.jazz.co'],
  pageUrl: ({ tenant }) => `https://${tenant}.applytojob.com/apply`,
  async *list({ tenant }, client) {
    const response = await client.get(`https://app.jazz.co/feeds/export/jobs/${tenant}`, {
      accept: 'application/xml, text/xml',
      isConditional: true,
    });
    const entries = readXmlEntries(response, {
      what: 'a JazzHR feed',
      roots: ['jobs', 'source'],
      entry: 'job',
    });
    const { isIdentified } = yield* batchEntries(mapEntries(entries, fieldsOf), kind);
    return { isComplete: isIdentified };
  },
  toJob: (data) => convertEntry(kind, data, toJob),
};

function fieldsOf(element: XmlElement): Job {
  return {
    id: textAt(element, 'id'),
    title: textAt(element, 'title'),
    url: textAt(element, 'url'),
    city: textAt(element, 'city'),
    state: textAt(element, 'state'),
    country: textAt(element, 'country'),
    description: htmlOf(childAt(element, 'description')),
    type: textAt(element, 'type'),
    status: textAt(element, 'status'),
  };
}

function toJob(job: Job, id: string) {
  return buildJob({
    id,
    title: job.title,
    employment: readEmployment(job.type),
    workplace: null,
    places: [{ locality: job.city, region: job.state, country: job.country }],
    description: [{ htmlOrText: job.description }],
    pay: undefined,
    urls: [job.url],
    date: dateInId(id),
  });
}

/** The date of a job, from an id such as `job_20260304050607_ABCDEF`. The feed has no other date. */
function dateInId(id: string): Date | undefined {
  const [, year, month, day, hour, minute, second] =
    /^job_(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(id) ?? [];
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
