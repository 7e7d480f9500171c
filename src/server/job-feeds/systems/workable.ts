import { z } from 'zod';
import { buildJob, type StatedPlace } from './build-job.ts';
import { listOf, text, textId } from './fields.ts';
import { readDate } from './read-date.ts';
import { convertEntry, type EntryKind, listJson } from './read-entries.ts';
import type { System } from './system.ts';
import { isLabel, subdomainOf } from './tenants.ts';
import { readEmployment } from './terms.ts';

const identified = z.object({ shortcode: textId });

/** The format of a job in Workable's widget. */
const job = identified.extend({
  title: z.string(),
  description: text,
  employment_type: text,
  telecommuting: z.boolean().nullish(),
  city: text,
  state: text,
  country: text,
  locations: listOf(
    z.object({
      city: text,
      region: text,
      country: text,
      countryCode: text,
      hidden: z.boolean().nullish(),
    }),
  ),
  published_on: text,
  created_at: text,
  url: text,
  application_url: text,
});

type Job = z.infer<typeof job>;

const kind: EntryKind<Job> = {
  name: 'Workable job',
  id: identified.transform(({ shortcode }) => shortcode),
  entry: job,
};

/** First parts of paths that are not names of customers, such as `j` in the path of a job (`/j/…`). */
const PATHS = new Set(['j', 'api', 'jobs', 'p', 'static']);

export const workable: System = {
  id: 'workable',
  name: 'Workable',
  idScope: 'tenant',
  // Workable blocks a client that sends more than 20 requests in half a minute.
  interval: 5_000,
  conditional: 'any',
  isVerified: true,
  recognize(url) {
    if (url.host !== 'apply.workable.com') return subdomainOf(url, 'workable.com');
    const path = url.pathname.replace(/^\/api\/v\d+\/(?:widget\/)?accounts(?=\/)/, '');
    const tenant = path.split('/')[1]?.toLowerCase() ?? '';
    return workable.isTenant(tenant) && !PATHS.has(tenant) ? tenant : undefined;
  },
  isTenant: isLabel,
  hosts: () => ['apply.workable.com'],
  pageUrl: ({ tenant }) => `https://apply.workable.com/${tenant}/`,
  async *list({ tenant }, client) {
    const { end, isIdentified } = yield* listJson(client, {
      url: `https://apply.workable.com/api/v1/widget/accounts/${tenant}?details=true`,
      what: 'a Workable account',
      name: 'jobs',
      kind,
    });
    // For an unknown account, the response may be an empty list.
    return { isComplete: isIdentified, company: companyOf(end) };
  },
  toJob: (data) => convertEntry(kind, data, toJob),
};

function companyOf(members: Readonly<Record<string, unknown>>): string | undefined {
  return typeof members.name === 'string' ? members.name.trim() || undefined : undefined;
}

function toJob(job: Job, id: string) {
  return buildJob({
    id,
    title: job.title,
    employment: readEmployment(job.employment_type),
    // A job without telecommuting may still be hybrid, so its workplace is not known.
    workplace: job.telecommuting ? 'remote' : null,
    isRemote: job.telecommuting,
    places: placesOf(job),
    description: [{ html: job.description }],
    pay: undefined,
    urls: [job.application_url, job.url],
    date: readDate(job.published_on) ?? readDate(job.created_at),
  });
}

/** The places that the employer shows. If the employer hides a place, only its country is public. */
function placesOf(job: Job): StatedPlace[] {
  if (!job.locations?.length) {
    return [{ locality: job.city, region: job.state, country: job.country }];
  }
  return job.locations.map(({ city, region, country, countryCode, hidden }) =>
    hidden
      ? { country: countryCode ?? country }
      : { locality: city, region, country: countryCode ?? country },
  );
}
