import { BenchError } from '../load/processes.mjs';
import { SALARY_RANGES } from '../synthetic/salaries.mjs';

/** @typedef {import('../synthetic/search-words.mjs').SearchWords} SearchWords */

/**
 * One line of the table.
 * @typedef {object} Line
 * @property {string} name
 * @property {string[]} paths the first is what is measured cached; uncached, all in turn
 * @property {number} limit what the p99 of uncached answers should keep to, in milliseconds
 * @property {Part} [needs]
 */

/** What a server may not have. @typedef {'q' | 'location' | 'minsalary' | 'sort' | 'counts'} Part */

/** The aims for uncached answers. */
const LIMIT = { list: 10, counts: 150 };

/** Pages whose beginnings are asked for; the fiftieth is the first of them. */
const PAGES = { from: 50, to: 75 };
const PER_PAGE = 24;

/**
 * @param {string} origin
 * @param {SearchWords} words
 * @param {{ jobs: string[], companies: string[] }} ids
 * @returns {Promise<Line[]>}
 */
export async function findLines(origin, words, ids) {
  if (ids.jobs.length === 0) throw new BenchError('The board has no jobs.');
  const cursors = await findCursors(origin);
  const salaries = SALARY_RANGES.map(([, value]) => value);
  const types = ['Full-Time', 'Part-Time', 'Contract', 'Remote', 'Internship'];
  const minimums = [200_000, ...Array.from({ length: 49 }, (_, index) => 50_000 + 5_000 * index)];
  /**
   * @param {string} name
   * @param {Record<string, string | number>[]} queries
   * @param {Part} [needs]
   * @returns {Line[]} the page, and the API's form of it
   */
  const list = (name, queries, needs) => [
    line(
      `/jobs${name}`,
      queries.map((query) => `/jobs${queryOf(query)}`),
      needs,
    ),
    line(
      `/api/jobs${name}`,
      queries.map((query) => `/api/jobs${queryOf({ ...query, description: 'summary' })}`),
      needs,
    ),
  ];
  const lines = [
    line('/', ['/']),
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
      '?q=middling',
      words.middling.map((q) => ({ q })),
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
    line(
      '/jobs/{id}',
      ids.jobs.map((id) => `/jobs/${id}`),
    ),
    line(
      '/api/jobs/{id}',
      ids.jobs.map((id) => `/api/jobs/${id}?description=html`),
    ),
    line(
      '/companies/{id}',
      ids.companies.map((id) => `/companies/${id}`),
    ),
    line(
      '/api/companies/{id}',
      ids.companies.map((id) => `/api/companies/${id}`),
    ),
    { ...line('/api/jobs/counts', ['/api/jobs/counts'], 'counts'), limit: LIMIT.list },
    {
      ...line(
        '/api/jobs/counts?q=common',
        words.common.map((q) => `/api/jobs/counts${queryOf({ q })}`),
        'counts',
      ),
      limit: LIMIT.counts,
    },
  ];
  return lines
    .map((each) => ({ ...each, name: each.name.replace('jobspage', 'jobs page') }))
    .filter(({ paths }) => paths.length > 0);
}

/**
 * @param {string} name
 * @param {string[]} paths
 * @param {Part} [needs]
 * @returns {Line}
 */
function line(name, paths, needs) {
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
 * Where the pages from the fiftieth on begin; of a shorter list, its last one.
 * @param {string} origin
 */
async function findCursors(origin) {
  const cursors = [];
  for (let page = 2; page <= PAGES.to; page++) {
    const { next } = await askList(
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
 * What this server does not have; it would pass over a parameter that it does not know.
 * @param {string} origin
 * @returns {Promise<Set<Part>>}
 */
export async function findMissing(origin) {
  /** @type {Set<Part>} */
  const missing = new Set();
  for (const [part, query] of /** @type {const} */ ([
    ['q', '?limit=1&q=qqzxqzxvvk'],
    ['location', '?limit=1&location=Nowhere+at+all'],
    // Whoever pays over a range's upper end may pay as much; within a range nobody does.
    ['minsalary', '?limit=1&minsalary=90000000&salary=Under+%2450K'],
  ])) {
    const { results } = await askList(origin, query);
    if (results.length > 0) missing.add(part);
  }
  const [byDate, bySalary] = [await askList(origin, ''), await askList(origin, '?sort=salary')];
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
async function askList(origin, query) {
  const reply = await fetch(`${origin}/api/jobs${query}`);
  if (!reply.ok) throw new BenchError(`/api/jobs${query} answered with status ${reply.status}.`);
  return reply.json();
}
