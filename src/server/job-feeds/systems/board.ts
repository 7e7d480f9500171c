import { z } from 'zod';
import { parseUrl } from '#server/platform/parse-url.ts';
import type { StatedFact } from '#shared/contract/job-facts.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { EMPLOYMENTS } from '#shared/domain/employments.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';
import { pages, parseQuery, queryString, readJobSearch } from '#shared/urls/paths.ts';
import type { FeedClient } from '../fetch/fetch-client.ts';
import { buildJob } from './build-job.ts';
import { formatIssue, ifValid, listOf, text, textId } from './fields.ts';
import { readDate, readDay } from './read-date.ts';
import { batchEntries, convertEntry, type EntryKind } from './read-entries.ts';
import type { Converted, FeedAddress, System } from './system.ts';
import { UnreadableFeedError } from './system.ts';
import { hostsOfFeed, isFeedUrl, toFeedUrl } from './tenants.ts';

const LIMIT = 100;
const MAX_PAGES = 200;

const identified = z.object({ id: textId });

/**
 * A job in the API of a board with this software: in a list, or in the response for the single job, which also has the
 * fields from `moreplaces` on.
 */
const job = identified.extend({
  title: z.string(),
  location: z.string(),
  description: z.string(),
  date: z.string(),
  places: listOf(z.object({ locality: text, region: text, country: text })),
  workplace: ifValid(z.enum(WORKPLACES)),
  employment: ifValid(z.enum(EMPLOYMENTS)),
  type: ifValid(z.enum(EMPLOYMENT_TYPES)),
  salary: ifValid(z.enum(SALARY_RANGES.map(({ value }) => value))),
  stated: ifValid(z.array(z.string())),
  pay: ifValid(
    z.object({
      minimum: z.number().nullable(),
      maximum: z.number().nullable(),
      currency: z.string(),
      unit: z.string(),
      source: text,
    }),
  ),
  company: z.object({ name: z.string() }),
  moreplaces: text,
  applyurl: text,
  applyemail: text,
  validthrough: text,
  /** The site from which the other board has imported the job; empty if the job was posted there. */
  origin: text,
});

type Job = z.infer<typeof job>;

const kind: EntryKind<Job> = {
  name: 'job of a board',
  id: identified.transform(({ id }) => id),
  entry: job,
};

const page = z.object({ results: z.array(z.unknown()), next: text });

/** A board that runs this software. Its tenant is the URL of a search in the API. */
export const board: System = {
  id: 'board',
  name: 'Composable Jobs board',
  idScope: 'tenant',
  interval: 1_000,
  conditional: 'none',
  isVerified: true,
  recognize(url) {
    if (!/^\/(?:api\/jobs|jobs\.json|jobs\.atom)$/.test(url.pathname)) return undefined;
    const search = queryString(readJobSearch(parseQuery(url.search)));
    const api = new URL(`/api/jobs${search}`, url);
    return toFeedUrl(api);
  },
  isTenant: (tenant) => isFeedUrl(tenant) && new URL(tenant).pathname === '/api/jobs',
  hosts: ({ tenant }) => hostsOfFeed(tenant),
  pageUrl: ({ tenant }) => new URL(`/jobs${new URL(tenant).search}`, tenant).href,
  async *list(address, client) {
    if (isOwn(address.tenant, address)) throw new UnreadableFeedError('it is this board itself');
    const { isIdentified, end } = yield* batchEntries(readPages(address, client), kind);
    return { isComplete: isIdentified && end.isWhole, company: end.company };
  },
  async detail({ tenant }, { id, data }, client) {
    if (id === undefined) return data;
    const response = await client.get(new URL(`/api/jobs/${encodeURIComponent(id)}`, tenant).href, {
      accept: 'application/json',
    });
    return response.json();
  },
  toJob: (data, address) => convertEntry(kind, data, (entry, id) => toJob(entry, id, address)),
};

async function* readPages(
  { tenant }: FeedAddress,
  client: FeedClient,
): AsyncGenerator<unknown, { isWhole: boolean; company: string | undefined }> {
  const companies = new Set<string | undefined>();
  let cursor: string | null | undefined;
  let number = 0;
  do {
    const url = new URL(tenant);
    url.searchParams.set('sort', 'newest');
    url.searchParams.set('limit', String(LIMIT));
    if (cursor) url.searchParams.set('cursor', cursor);
    const response = await client.get(url.href, { accept: 'application/json' });
    const { data, error } = page.safeParse(await response.json());
    if (!data) {
      throw new UnreadableFeedError(`it is not a board of this software (${formatIssue(error)})`);
    }
    for (const entry of data.results) {
      companies.add(job.safeParse(entry).data?.company.name);
      yield entry;
    }
    cursor = data.next;
    number += 1;
  } while (cursor && number < MAX_PAGES);
  const [company] = companies;
  return { isWhole: !cursor, company: companies.size === 1 ? company : undefined };
}

/** Whether a URL leads to this board, whose jobs must not return as copies of themselves. */
function isOwn(url: string | null | undefined, { settings }: FeedAddress): boolean {
  const own = parseUrl(settings?.publicUrl ?? '');
  return own !== undefined && parseUrl(url ?? '')?.host === own.host;
}

function toJob(job: Job, id: string, address: FeedAddress): Converted {
  if (isOwn(job.origin, address) || isOwn(job.applyurl, address)) {
    return { reason: 'it comes from this board' };
  }
  // Read only stated facts. Facts that the other board has derived are derived again here.
  const isStated = (fact: StatedFact) => job.stated?.includes(fact) ?? false;
  const built = buildJob({
    id,
    title: job.title,
    employment: isStated('employment') ? (job.employment ?? null) : null,
    workplace: isStated('workplace') ? (job.workplace ?? null) : null,
    isRemote: job.type === 'Remote',
    places: [job.location, ...(job.moreplaces ?? '').split('; ')].map((place) => ({ text: place })),
    description: [{ markdown: job.description }],
    pay: job.pay?.source === 'field' ? job.pay : undefined,
    urls: [job.applyurl, new URL(pages.job(id), address.tenant).href],
    email: job.applyemail,
    date: readDate(job.date),
    closes: readDay(job.validthrough),
  });
  if ('reason' in built) return built;
  const salary = built.pay === null && isStated('salary') ? job.salary : undefined;
  // The other board has the same job types as this one, so its type is used as stated.
  return { ...built, type: job.type ?? built.type, salary: salary ?? built.salary };
}
