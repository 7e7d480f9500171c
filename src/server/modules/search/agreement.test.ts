import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobCounts, JobList, JobListItem } from '#shared/contract/job-responses.ts';
import { EMBEDDED_JOBS } from '#shared/domain/embeds.ts';
import { jobOrder } from '#shared/domain/job-search.ts';
import { type OneOrMore, queryString } from '#shared/urls/paths.ts';
import { repetitions, seedOr } from '#tests/support/deep-run.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { REAL_FEEDS, someRealFeeds } from '../../job-feeds/testing/real-feeds.ts';
import { importFiles } from '../sources/files/import-files.ts';
import {
  createModelCompanies,
  expectedIds,
  isChosen,
  sortWithinParts,
} from './testing/model-board.ts';
import { createPlacedJobs, type PlacedJob, readPlacedJobs } from './testing/placed-jobs.ts';
import { type PlacedSearch, placedSearch } from './testing/placed-search.ts';
import { seedRandom } from './testing/random.ts';

type Parameters = { [name: string]: OneOrMore } & { q?: string; sort?: string };

let board: TestApp;
let companies: { id: string }[];
let jobs: PlacedJob[];
let now: number;

async function fetchText(path: string): Promise<string> {
  const { statusCode, body } = await board.app.inject({ url: path });
  expect(statusCode, path).toBe(200);
  return body;
}

const list = async (parameters: Parameters): Promise<JobList> =>
  JSON.parse(await fetchText(`/api/jobs${queryString(parameters)}`));

/** Returns all jobs of a list, and the total on its first page. */
async function follow(parameters: Parameters, limit: string) {
  const page = { ...parameters, limit, description: 'summary' };
  const first = await list(page);
  const found: JobListItem[] = [...first.results];
  for (let { next: cursor } = first; cursor; ) {
    const { results, next } = await list({ ...page, cursor });
    found.push(...results);
    cursor = next;
  }
  return { found, total: first.total };
}

const ID = '[0-9a-f]{8}-[0-9a-f-]{27}';

/**
 * Matches the main link of a search result (card) on the page. Its other links lead to the postings of the same job at
 * other places.
 */
const CARD_LINK = new RegExp(`<a (?=[^>]*class="go-look[ "])[^>]*href="/jobs/(${ID})"`, 'g');

const unique = (found: RegExpMatchArray[]) => [...new Set(found.map(([, id = '']) => id))];

/** Returns the ids to which a page or feed links, over all its pages. */
async function followLinks(path: string, link: RegExp, next: RegExp): Promise<string[]> {
  const ids: string[] = [];
  for (let address: string | undefined = path; address; ) {
    const text = await fetchText(address);
    if (ids.length > jobs.length) throw new Error(`The pages of ${path} have no end.`);
    ids.push(...unique([...text.matchAll(link)]));
    address = next
      .exec(text)?.[1]
      ?.replaceAll('&amp;', '&')
      .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
      .replace(/^https?:\/\/[^/]+/, '');
  }
  return ids;
}

/** Where a search is published, and how its links to jobs and to the next page look. */
const PUBLISHED = {
  page: (query: string) =>
    followLinks(`/jobs?${query}`, CARD_LINK, /<a (?=[^>]* rel="next")[^>]* ?href="([^"]*)"/),
  atom: (query: string) =>
    followLinks(
      `/jobs.atom?${query}`,
      new RegExp(`<id>urn:uuid:(${ID})</id>`, 'g'),
      /<link (?=[^>]* ?rel="next")[^>]* ?href="([^"]*)"/,
    ),
  json: (query: string) =>
    followLinks(
      `/jobs.json?${query}`,
      new RegExp(`"id":\\s*"urn:uuid:(${ID})"`, 'g'),
      /"next_url":\s*"([^"]*)"/,
    ),
  embed: (query: string) =>
    followLinks(
      `/embed/jobs?limit=${EMBEDDED_JOBS.max}&${query}`,
      new RegExp(`/jobs/(${ID})"`, 'g'),
      /(?!)/,
    ),
};

/** Feeds have the newest jobs first, even with a search text. */
const sortOf = (place: keyof typeof PUBLISHED, asked: Parameters): Parameters =>
  ['atom', 'json'].includes(place) ? { sort: 'newest', ...asked } : asked;

/**
 * Expects that the cards of a grouped list are the first postings of each group, in the order of the list, and that the
 * cards list and count all postings of their group.
 * @param ids the jobs of the list that is not grouped
 */
async function expectGroups(asked: Parameters, ids: string[], limit: string): Promise<void> {
  const { found, total } = await follow({ ...asked, group: 'true' }, limit);
  const groups = new Map<string, string[]>();
  const groupOf = new Map(jobs.map(({ id, group }) => [id, group]));
  for (const id of ids) {
    const group = groupOf.get(id) ?? id;
    groups.set(group, [...(groups.get(group) ?? []), id]);
  }
  expect(found).toHaveLength(groups.size);
  for (const { id, also } of found) {
    const postings = groups.get(groupOf.get(id) ?? id) ?? [];
    expect(postings).toContain(id);
    expect(also?.total ?? 0).toBe(postings.length - 1);
    const others = otherPlaces(postings, id);
    expect(also?.places ?? 0).toBe(others.length);
    expect((also?.results ?? []).map((one) => one.id).sort()).toEqual(others.sort());
  }
  expect(total).toBe(ids.length);
  // In the order of relevance, the order of the cards may differ, because the first jobs are ranked again after they
  // are grouped.
  if (jobOrder(asked.q, asked.sort) !== 'match') {
    expect(found.map(({ id }) => id)).toEqual([...groups.values()].map(([id]) => id));
  }
}

/** The newest posting at each place at which the listed posting of the group is not. */
function otherPlaces(ids: string[], listed: string): string[] {
  const placeOf = ({ location, places }: PlacedJob) =>
    places.map((place) => place.id).join() || location.toLowerCase();
  const postings = jobs
    .filter(({ id }) => ids.includes(id))
    .sort((one, other) => +one.date - +other.date || (one.id < other.id ? -1 : 1));
  const newest = new Map(postings.map((job) => [placeOf(job), job.id]));
  const own = postings.find(({ id }) => id === listed);
  if (own) newest.delete(placeOf(own));
  return [...newest.values()];
}

/** Expects that a list has the same jobs as the reference search. */
async function expectReference({ parameters, facets, finds, partOf }: PlacedSearch, limit: string) {
  const asked: Parameters = { ...parameters, ...facets };
  const found = jobs.filter((job) => finds(job) && isChosen(facets, job));
  const expected = expectedIds(found, asked, partOf);
  const { found: listed, total } = await follow(asked, limit);
  const ids = listed.map(({ id }) => id);
  const sameOrder = jobOrder(asked.q, asked.sort) !== 'match';
  expect(sameOrder ? ids : sortWithinParts(listed)).toEqual(expected);
  const parts = new Map(found.map((job) => [job.id, partOf(job)]));
  const hasParts = Boolean(asked.q?.trim() || asked.location);
  for (const { id, part } of listed) expect(part, id).toBe(hasParts ? parts.get(id) : undefined);
  expect(total).toBe(expected.length);
  await expectGroups(asked, ids, limit);
  return ids;
}

/** Expects that the number of jobs beside each option of a filter is the total of the list with this option. */
async function expectCounts(asked: Parameters): Promise<void> {
  const counts: JobCounts = JSON.parse(await fetchText(`/api/jobs/counts${queryString(asked)}`));
  for (const name of ['workplace', 'employment', 'level', 'posted'] as const) {
    for (const { value, jobs: counted } of counts[name] ?? []) {
      const { total } = await list({ ...asked, [name]: value, limit: '1' });
      expect(counted, `${name}=${value}`).toBe(total);
    }
    expect(counts[name]?.length, name).toBeGreaterThan(2);
  }
  const { total: withVisa } = await list({ ...asked, visa: 'true', limit: '1' });
  expect(counts.visa, 'visa').toBe(withVisa);
  for (const { changes, jobs: further } of counts.wider ?? []) {
    const { total } = await list({ ...asked, ...changes, limit: '1' });
    expect(further, JSON.stringify(changes)).toBe((total ?? 0) - counts.total);
  }
}

async function expectPublished(parameters: Parameters, ids: string[]) {
  for (const [place, read] of Object.entries(PUBLISHED) as [
    keyof typeof PUBLISHED,
    (query: string) => Promise<string[]>,
  ][]) {
    const isGrouped = place === 'page';
    // The page groups postings of one job, and lists mentions if few jobs match strongly.
    const asked = {
      ...sortOf(place, parameters),
      ...(isGrouped && { group: 'true', mentions: parameters.mentions ?? 'few' }),
    };
    const isSame = !isGrouped && sortOf(place, parameters).sort === parameters.sort;
    const expected = isSame ? ids : (await follow(asked, '24')).found.map(({ id }) => id);
    const most = place === 'embed' ? EMBEDDED_JOBS.max : expected.length;
    expect(await read(queryString(parameters).slice(1)), place).toEqual(expected.slice(0, most));
  }
}

/**
 * Compares random searches with the reference search, and every `publishEvery`th search also in the feeds, the embed
 * and the page. The message of a failure contains the seed.
 */
async function searchAtRandom(
  seed: number,
  { count, publishEvery, isModel }: { count: number; publishEvery: number; isModel: boolean },
) {
  const random = seedRandom(seed);
  let nonempty = 0;
  for (let n = 0; n < count; n += 1) {
    const search = placedSearch(random, { jobs, companies, now, isModel });
    const asked = { ...search.parameters, ...search.facets };
    try {
      const ids = await expectReference(search, random.pick(['7', '24', '100']));
      if (ids.length > 0) nonempty += 1;
      if (n % publishEvery === 0) {
        await expectPublished(asked, ids);
        // Skip the counts of a search with words: the words may be corrected with one option and not with another.
        if (!search.parameters.q) await expectCounts(asked);
      }
    } catch (error) {
      throw new Error(`Seed ${seed}, search ${n}: ${JSON.stringify(asked)}`, { cause: error });
    }
  }
  // Most searches must find something, because a search without results proves little.
  expect(nonempty).toBeGreaterThan(count / 4);
}

describe('random searches by place, pay and eligibility', () => {
  const JOBS = 300;
  const SEED = seedOr(20_260_700);

  beforeAll(async () => {
    board = await startTestApp();
    now = Date.now();
    const random = seedRandom(SEED);
    const created = await createModelCompanies(board.db);
    const made = await createPlacedJobs(board.db, { random, companies: created, now }, JOBS);
    companies = created;
    const texts = new Map(made.map((job) => [job.id, job.texts]));
    const { found } = await follow({}, '100');
    const placed = await readPlacedJobs(board.db, found);
    jobs = placed.map((job) => ({ ...job, texts: texts.get(job.id) ?? [] }));
  });
  afterAll(() => board.close());

  test('random searches find the same jobs in the API, on the page, in the feeds, in the embed and in the reference', async () => {
    expect(jobs).toHaveLength(JOBS);
    await searchAtRandom(SEED, { count: repetitions(30, 2_000), publishEvery: 10, isModel: true });
  });

  test('random searches list each job exactly once over more than twenty pages, in the same order as larger pages', async () => {
    const asked = {
      q: 'rust or python or pilot or nurse or violin or copper ',
      minsalary: '50000',
      nosalary: 'true',
      sort: 'match',
    };
    const idsOf = async (limit: string) => (await follow(asked, limit)).found.map(({ id }) => id);
    const ids = await idsOf('5');
    expect(ids.length).toBeGreaterThan(20 * 5);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(await idsOf('100'));
  });
});

describe.skipIf(!REAL_FEEDS)('random searches on real boards (REAL_FEEDS)', () => {
  const SEED = seedOr(20_260_800);

  beforeAll(async () => {
    board = await startTestApp();
    now = Date.now();
    await importFiles(board.db, await someRealFeeds());
    const { found } = await follow({}, '100');
    jobs = await readPlacedJobs(board.db, found);
    companies = [...new Set(jobs.map(({ company }) => company))].map((id) => ({ id }));
  });
  afterAll(() => board.close());

  test('random searches on real boards find the same jobs in the API, on the page, in the feeds and in the embed', async () => {
    await searchAtRandom(SEED, { count: repetitions(20, 500), publishEvery: 20, isModel: false });
  });

  test('random searches with words and filters find exactly the jobs found both by the words alone and by the filters alone', async () => {
    for (const q of ['engineer', '"machine learning" or sales', '-senior manager', 'rust']) {
      const byWords = new Set((await follow({ q }, '100')).found.map(({ id }) => id));
      const random = seedRandom(SEED + q.length);
      for (let n = 0; n < repetitions(2, 50); n += 1) {
        const { parameters, facets, finds, partOf } = placedSearch(random, {
          jobs,
          companies,
          now,
          isModel: false,
        });
        // Only the words of this test have mentions, which the reference search does not know.
        const { mentions: _, ...filters } = parameters;
        if (filters.part) continue;
        const asked = { ...filters, ...facets, q, sort: 'newest' };
        const expected = jobs.filter(
          (job) => byWords.has(job.id) && finds(job) && isChosen(facets, job),
        );
        const { found } = await follow(asked, '24');
        expect(
          found.map(({ id }) => id),
          `Seed ${SEED + q.length}, search ${n}: ${JSON.stringify(asked)}`,
        ).toEqual(expectedIds(expected, asked, partOf));
      }
    }
  });
});
