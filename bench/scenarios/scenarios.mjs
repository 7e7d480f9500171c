import { BenchError } from '../load/processes.mjs';
import { SALARY_RANGES } from '../synthetic/salaries.mjs';

/** @typedef {import('../synthetic/search-words.mjs').SearchWords} SearchWords */

/**
 * A measured page, list or search: one row of the table.
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string[]} paths the first is measured cached; all are measured uncached, in turn
 * @property {number} limit the goal for the uncached p99 (ms)
 * @property {Feature} [needs]
 */

/** A feature that older servers lack. @typedef {'q' | 'location' | 'minsalary' | 'sort' | 'counts'} Feature */

/** The goals for the uncached p99 (ms). */
const LIMIT = { list: 10, counts: 150 };

/** The pages of the list that are measured. */
const PAGES = { from: 50, to: 75 };
const PER_PAGE = 24;

/**
 * @param {string} origin
 * @param {SearchWords} words
 * @param {{ jobs: string[], companies: string[] }} ids
 * @returns {Promise<Scenario[]>}
 */
export async function createScenarios(origin, words, ids) {
  if (ids.jobs.length === 0) throw new BenchError('The board has no jobs.');
  const cursors = await findCursors(origin);
  const salaries = SALARY_RANGES.map(([, value]) => value);
  const types = ['Full-Time', 'Part-Time', 'Contract', 'Remote', 'Internship'];
  const minimums = [200_000, ...Array.from({ length: 49 }, (_, index) => 50_000 + 5_000 * index)];
  /**
   * @param {string} name
   * @param {Record<string, string | number>[]} queries
   * @param {Feature} [needs]
   * @returns {Scenario[]} the page and the API endpoint
   */
  const list = (name, queries, needs) => [
    scenario(
      `/jobs${name}`,
      queries.map((query) => `/jobs${queryOf(query)}`),
      needs,
    ),
    scenario(
      `/api/jobs${name}`,
      queries.map((query) => `/api/jobs${queryOf({ ...query, description: 'summary' })}`),
      needs,
    ),
  ];
  const scenarios = [
    scenario('/', ['/']),
    ...list('', [{}]),
    ...list(
      '?salary=',
      salaries.toReversed().map((salary) => ({ salary })),
    ),
    ...list(
      '?type=',
      types.map((type) => ({ type })),
    ),
    ...list(
      '?company=',
      ids.companies.map((company) => ({ company })),
    ),
    ...list(
      '?location=',
      words.locations.map((location) => ({ location })),
      'location',
    ),
    ...list(
      '?minsalary=',
      minimums.map((minsalary) => ({ minsalary })),
      'minsalary',
    ),
    ...list('?sort=salary', [{ sort: 'salary' }], 'sort'),
    ...list(
      '?q=common',
      words.common.map((q) => ({ q })),
      'q',
    ),
    ...list(
      '?q=medium',
      words.medium.map((q) => ({ q })),
      'q',
    ),
    ...list(
      '?q=rare',
      words.rare.map((q) => ({ q })),
      'q',
    ),
    ...list(
      '?q=misspelt',
      words.misspelt.map((q) => ({ q })),
      'q',
    ),
    ...list(
      '?q=two words&type&salary',
      words.pairs.map(({ words: q, salary }) => ({ q, type: 'Remote', salary })),
      'q',
    ),
    ...list(
      'page 50',
      cursors.map((cursor) => ({ cursor })),
    ),
    scenario(
      '/jobs/{id}',
      ids.jobs.map((id) => `/jobs/${id}`),
    ),
    scenario(
      '/api/jobs/{id}',
      ids.jobs.map((id) => `/api/jobs/${id}?description=html`),
    ),
    scenario(
      '/companies/{id}',
      ids.companies.map((id) => `/companies/${id}`),
    ),
    scenario(
      '/api/companies/{id}',
      ids.companies.map((id) => `/api/companies/${id}`),
    ),
    { ...scenario('/api/jobs/counts', ['/api/jobs/counts'], 'counts'), limit: LIMIT.list },
    {
      ...scenario(
        '/api/jobs/counts?q=common',
        words.common.map((q) => `/api/jobs/counts${queryOf({ q })}`),
        'counts',
      ),
      limit: LIMIT.counts,
    },
  ];
  return scenarios
    .map((each) => ({ ...each, name: each.name.replace('jobspage', 'jobs page') }))
    .filter(({ paths }) => paths.length > 0);
}

/**
 * @param {string} name
 * @param {string[]} paths
 * @param {Feature} [needs]
 * @returns {Scenario}
 */
function scenario(name, paths, needs) {
  return { name, paths, limit: LIMIT.list, ...(needs && { needs }) };
}

/** @param {Record<string, string | number>} query */
function queryOf(query) {
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%20', '+')}`)
    .join('&');
  return text && `?${text}`;
}

/**
 * The cursors of the pages from the fiftieth on, or of the last page of a shorter list.
 * @param {string} origin
 */
async function findCursors(origin) {
  const cursors = [];
  for (let page = 2; page <= PAGES.to; page++) {
    const { next } = await fetchList(
      origin,
      queryOf({
        limit: PER_PAGE,
        description: 'summary',
        ...(cursors.length > 0 && { cursor: cursors.at(-1) ?? '' }),
      }),
    );
    if (next === undefined) break;
    cursors.push(next);
  }
  return cursors.length > PAGES.from - 2 ? cursors.slice(PAGES.from - 2) : cursors.slice(-1);
}

/**
 * The features that this server lacks. It ignores unknown parameters.
 * @param {string} origin
 * @returns {Promise<Set<Feature>>}
 */
export async function findMissing(origin) {
  /** @type {Set<Feature>} */
  const missing = new Set();
  for (const [feature, query] of /** @type {const} */ ([
    ['q', '?limit=1&q=qqzxqzxvvk'],
    ['location', '?limit=1&location=Nowhere+at+all'],
    // No job in this salary range can pay that much.
    ['minsalary', '?limit=1&minsalary=90000000&salary=Under+%2450K'],
  ])) {
    const { results } = await fetchList(origin, query);
    if (results.length > 0) missing.add(feature);
  }
  const [byDate, bySalary] = [await fetchList(origin, ''), await fetchList(origin, '?sort=salary')];
  const ids = (/** @type {typeof byDate} */ { results }) => results.map(({ id }) => id).join();
  if (ids(byDate) === ids(bySalary)) missing.add('sort');
  const counts = await fetch(`${origin}/api/jobs/counts`);
  await counts.arrayBuffer();
  if (!counts.ok) missing.add('counts');
  return missing;
}

/**
 * @param {string} origin
 * @param {string} query
 * @returns {Promise<{ results: { id: string }[], next?: string }>}
 */
async function fetchList(origin, query) {
  const response = await fetch(`${origin}/api/jobs${query}`);
  if (!response.ok) throw new BenchError(`/api/jobs${query} returned status ${response.status}.`);
  return response.json();
}
