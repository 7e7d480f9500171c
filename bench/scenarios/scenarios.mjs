import { BenchError } from '../load/processes.mjs';
import { SALARY_RANGES } from '../synthetic/board.mjs';

/**
 * A measured page, list or search: one row of the table.
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string} path the URL that is measured with the cache
 * @property {string[]} paths the URLs that are measured without the cache, in turn
 * @property {number} limit the goal for the uncached p99 (ms)
 */

/** The goals for the p99 of uncached responses (ms). */
const LIMIT = 10;
const COUNTS_LIMIT = 150;

/** The range of the later pages that the scenario with a cursor measures. */
const PAGES = { from: 50, to: 75 };

const TYPES = ['Full-Time', 'Part-Time', 'Contract', 'Remote', 'Internship'];

/** Large areas, with names in several languages. */
const COUNTRIES = [
  'Germany',
  'usa',
  'Royaume-Uni',
  'India',
  'Canada',
  'EU',
  'EMEA',
  'Bavaria',
  'APAC',
];

/** Cities with many other places around them. */
const CENTERS = ['Milan', 'Köln', 'London', 'Berlin', 'San Francisco', 'New York', 'Paris'];

/** Minimum pay in dollars per year. The first value is measured with the cache. */
const MINIMUMS = [200_000, ...Array.from({ length: 49 }, (_, index) => 50_000 + 5_000 * index)];

/**
 * @param {string} origin
 * @param {import('../synthetic/search-words.mjs').SearchWords} words
 * @param {{ jobs: string[], companies: string[] }} ids
 * @returns {Promise<Scenario[]>}
 */
export async function createScenarios(origin, words, ids) {
  if (ids.jobs.length === 0) throw new BenchError('The board has no jobs.');
  const search = words.pairs.map(({ words: q, salary }) => ({ q, type: 'Remote', salary }));
  /** The parameters of job lists, by the name of the scenario. Each is measured on `/jobs` and on `/api/jobs`. */
  const lists = {
    '': [{}],
    '?salary=': each('salary', SALARY_RANGES.map(([, value]) => value).toReversed()),
    '?type=': each('type', TYPES),
    '?company=': each('company', ids.companies),
    '?location=': each('location', words.locations),
    '?location=country': each('location', COUNTRIES),
    '?location&radius=': CENTERS.map((location) => ({ location, radius: '100' })),
    '?workplace=': each('workplace', ['remote', 'hybrid', 'on-site']),
    '?location&workplace&q': words.common.slice(0, COUNTRIES.length).map((q, index) => ({
      q,
      location: COUNTRIES[index] ?? '',
      workplace: 'remote',
    })),
    '?minsalary=': each('minsalary', MINIMUMS.map(String)),
    '?minsalary=€': each(
      'minsalary',
      MINIMUMS.map((amount) => `€${amount}`),
    ),
    '?eligible=': each('eligible', ['DE', 'US', 'IN', 'Brazil']),
    '?workplace&eligible&minsalary': ['DE', 'US', 'IN'].map((eligible) => ({
      workplace: 'remote',
      eligible,
      minsalary: '€70k',
    })),
    '?salary&q': words.common.map((q, index) => ({
      q,
      salary: SALARY_RANGES[index % SALARY_RANGES.length]?.[1] ?? '',
    })),
    '?salary&sort=salary': SALARY_RANGES.map(([, salary]) => ({ salary, sort: 'salary' })),
    '?sort=salary': [{ sort: 'salary' }],
    '?q=common': each('q', words.common),
    '?q=medium': each('q', words.medium),
    '?q=rare': each('q', words.rare),
    '?q=misspelt': each('q', words.misspelt),
    '?q=title': each('q', words.titles),
    '?q=title beginning': each('q', words.typed),
    '?q=title in place': words.titles.map((title, index) => ({
      q: `${title} in ${words.locations[index % words.locations.length] ?? ''}`,
    })),
    '?q=four words': each('q', words.fourWords),
    '?q=phrase': each('q', words.phrases),
    '?q=hostile': each('q', words.hostile),
    '?q=two words&type&salary': search,
    ' page 50': each('cursor', await findCursors(origin)),
  };
  /** @type {Record<string, string[]>} */
  const paths = { '/': ['/'] };
  for (const [name, queries] of Object.entries(lists)) {
    paths[`/jobs${name}`] = queries.map((query) => urlOf('/jobs', query));
    paths[`/api/jobs${name}`] = queries.map((query) =>
      urlOf('/api/jobs', { ...query, description: 'summary' }),
    );
  }
  paths['/jobs/{id}'] = ids.jobs.map((id) => `/jobs/${id}`);
  paths['/api/jobs/{id}'] = ids.jobs.map((id) => `/api/jobs/${id}?description=html`);
  paths['/companies/{id}'] = ids.companies.map((id) => `/companies/${id}`);
  paths['/api/companies/{id}'] = ids.companies.map((id) => `/api/companies/${id}`);
  paths['/api/jobs/counts'] = ['/api/jobs/counts'];
  paths['/api/jobs/counts?q=common'] = words.common.map((q) => urlOf('/api/jobs/counts', { q }));
  paths['/api/jobs/counts?q=title'] = words.titles.map((q) => urlOf('/api/jobs/counts', { q }));
  paths['/api/jobs/suggestions?q='] = words.typed.map((q) => urlOf('/api/jobs/suggestions', { q }));
  return Object.entries(paths).flatMap(([name, [path, ...others]]) => {
    if (path === undefined) return [];
    const limit = name.startsWith('/api/jobs/counts?') ? COUNTS_LIMIT : LIMIT;
    return [{ name, path, paths: [path, ...others], limit }];
  });
}

/**
 * @param {string} name
 * @param {string[]} values
 * @returns {Record<string, string>[]}
 */
function each(name, values) {
  return values.map((value) => ({ [name]: value }));
}

/**
 * @param {string} path
 * @param {Record<string, string>} query
 */
function urlOf(path, query) {
  const text = new URLSearchParams(query).toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Finds the cursors of the pages from the fiftieth on. For a shorter list, finds the cursor of its last page.
 * @param {string} origin
 */
async function findCursors(origin) {
  /** @type {string[]} */
  const cursors = [];
  for (let page = 2; page <= PAGES.to; page++) {
    const [cursor] = cursors.slice(-1);
    const query = { limit: '24', description: 'summary', ...(cursor && { cursor }) };
    const { next } = await fetchJson(origin + urlOf('/api/jobs', query));
    if (next === undefined) break;
    cursors.push(next);
  }
  return cursors.length > PAGES.from - 2 ? cursors.slice(PAGES.from - 2) : cursors.slice(-1);
}

/** @param {string} url */
export async function fetchJson(url) {
  const response = await fetch(url);
  if (!response.ok) throw new BenchError(`${url} returned status ${response.status}.`);
  return response.json();
}
