import { z } from 'zod';
import type { FeedClient } from '../fetch/fetch-client.ts';
import { buildJob } from './build-job.ts';
import { anything, formatIssue, ifValid, listOf, text } from './fields.ts';
import { readDate, readDay } from './read-date.ts';
import { batchEntries, convertEntry, type EntryKind, malformed } from './read-entries.ts';
import type { FeedAddress, System } from './system.ts';
import { UnreadableFeedError } from './system.ts';
import { readEmployment, readWorkplace } from './terms.ts';

const PAGE = 20;

/**
 * The maximum number of jobs that a list states, even if there are more. After them, the list starts again from the
 * beginning.
 */
const MAX_JOBS = 2_000;

const listed = z.object({ externalPath: z.string().startsWith('/') });

/** A job in the list of a Workday career site. */
const posting = listed.extend({ title: z.string(), detail: anything });

type Posting = z.infer<typeof posting>;

/** The response of a single job. */
const detail = z.object({
  jobPostingInfo: z.object({
    title: z.string(),
    jobDescription: text,
    location: text,
    additionalLocations: listOf(z.string()),
    startDate: text,
    endDate: ifValid(z.string()),
    timeType: text,
    remoteType: ifValid(z.string()),
    externalUrl: text,
    country: ifValid(z.object({ descriptor: text })),
    jobRequisitionLocation: ifValid(z.object({ country: ifValid(z.object({ alpha2Code: text })) })),
  }),
});

/**
 * The id of a job is the end of its path, after the title: `R024240-1` of `/job/Ulm/Weaver_R024240-1`. The title may
 * change, but the id stays.
 */
const kind: EntryKind<Posting> = {
  name: 'Workday job',
  id: listed
    .transform(({ externalPath }) =>
      (/_([^_/]+)$/.exec(externalPath)?.[1] ?? externalPath).slice(0, 200),
    )
    .pipe(z.string().min(1)),
  entry: posting,
};

const page = z.object({ total: z.int().nonnegative(), jobPostings: z.array(z.unknown()) });

const HOST = /^([a-z\d][a-z\d_-]{0,62})\.(wd\d{1,3})\.myworkdayjobs\.com$/;

/**
 * Matches a tenant, such as `acme.wd5.External`: the customer, the data center, and one of the customer's career sites.
 */
const TENANT = /^([a-z\d][a-z\d_-]{0,62})\.(wd\d{1,3})\.([A-Za-z\d][A-Za-z\d_-]{0,99})$/;

export const workday: System = {
  id: 'workday',
  name: 'Workday',
  idScope: 'tenant',
  interval: 1_000,
  conditional: 'none',
  isVerified: true,
  recognize(url) {
    const [, tenant, center] = HOST.exec(url.host) ?? [];
    const path = url.pathname
      .replace(/^\/wday\/cxs\/[^/]+(?=\/)/, '')
      .replace(/^\/[a-z]{2}(?:-[A-Za-z]{2,4})?(?=\/)/, '');
    const name = `${tenant}.${center}.${path.split('/')[1]}`;
    return tenant && workday.isTenant(name) ? name : undefined;
  },
  isTenant: (tenant) => TENANT.test(tenant),
  hosts: (address) => [siteOf(address).host],
  pageUrl(address) {
    const { host, site } = siteOf(address);
    return `https://${host}/${site}`;
  },
  async *list(address, client) {
    const { end, ids, isIdentified } = yield* batchEntries(readPages(address, client), kind);
    return { isComplete: isIdentified && ids === end.total && end.total < MAX_JOBS };
  },
  async detail(address, { data }, client) {
    const { data: entry } = posting.safeParse(data);
    if (!entry) return data;
    const response = await client.get(`${apiOf(address)}${entry.externalPath}`, {
      accept: 'application/json',
    });
    return { ...entry, detail: await response.json() };
  },
  toJob: (data, address) => convertEntry(kind, data, (entry, id) => toJob(entry, id, address)),
};

function siteOf({ tenant }: FeedAddress) {
  const [, customer = '', center = '', site = ''] = TENANT.exec(tenant) ?? [];
  return { customer, host: `${customer}.${center}.myworkdayjobs.com`, site };
}

function apiOf(address: FeedAddress): string {
  const { customer, host, site } = siteOf(address);
  return `https://${host}/wday/cxs/${customer}/${site}`;
}

/** Reads the pages of the list. Returns the number of jobs that the list states, which only its first page has. */
async function* readPages(
  address: FeedAddress,
  client: FeedClient,
): AsyncGenerator<unknown, { total: number }> {
  const paths = new Set<string>();
  let total = 0;
  for (let offset = 0; offset === 0 || offset < Math.min(total, MAX_JOBS); offset += PAGE) {
    const response = await client.get(`${apiOf(address)}/jobs`, {
      accept: 'application/json',
      json: { appliedFacets: {}, limit: PAGE, offset, searchText: '' },
    });
    const { data, error } = page.safeParse(await response.json());
    if (!data) {
      throw new UnreadableFeedError(`it is not a Workday career site (${formatIssue(error)})`);
    }
    if (offset === 0) total = data.total;
    const known = paths.size;
    for (const entry of data.jobPostings) {
      const path = listed.safeParse(entry).data?.externalPath;
      if (path !== undefined && paths.has(path)) continue;
      if (path !== undefined) paths.add(path);
      yield entry;
    }
    // After its end, the list starts again from the beginning, so a page without new jobs is the end.
    if (data.jobPostings.length > 0 && paths.size === known) break;
    if (data.jobPostings.length === 0) break;
  }
  return { total };
}

function toJob(entry: Posting, id: string, address: FeedAddress) {
  const { data, error } = detail.safeParse(entry.detail);
  if (!data) return malformed(error);
  const { jobPostingInfo: info } = data;
  const country = info.jobRequisitionLocation?.country?.alpha2Code ?? info.country?.descriptor;
  return buildJob({
    id,
    title: info.title,
    employment: readEmployment(info.timeType),
    workplace: readWorkplace(info.remoteType),
    places: [
      { text: info.location, locality: country ? info.location : null, country },
      ...(info.additionalLocations ?? []).map((text) => ({ text })),
    ],
    description: [{ html: info.jobDescription }],
    pay: undefined,
    urls: [info.externalUrl, `${workday.pageUrl(address)}${entry.externalPath}`],
    date: readDate(info.startDate),
    closes: readDay(info.endDate),
  });
}
