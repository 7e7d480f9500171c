import { z } from 'zod';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { endpoints } from '#shared/contract/endpoints.ts';
import { DASHBOARD_TABS } from '#shared/domain/dashboard.ts';
import { EMBED_THEMES } from '#shared/domain/embeds.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { LEVELS } from '#shared/domain/levels.ts';
import { POSTING_STEPS } from '#shared/domain/posting.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import { SAVED_TABS } from '#shared/domain/saved-tabs.ts';
import { URL_LENGTH } from '#shared/limits.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { apiDescription, embeds, robots, sitemaps } from '#shared/urls/outside-paths.ts';
import {
  feeds,
  JOB_SEARCH_PARAMETERS,
  MULTIPLE_PARAMETERS,
  pages,
  queryString,
} from '#shared/urls/paths.ts';

/**
 * The part of the cache to which a key belongs. The pages that most visitors read have `bounded` keys, of which there
 * is a limited number. Clients can invent any number of `unbounded` keys, for example with search terms.
 */
export type KeySpace = 'bounded' | 'unbounded';

type Schemas = Record<string, z.ZodType | undefined>;

type CacheablePath = {
  path: RegExp;
  /** The names of the query parameters that change the response. */
  parameters: readonly string[];
  /** The schemas of parameters. A parameter without a schema is unbounded. */
  schemas: Schemas;
  keySpace: KeySpace;
};

/** The canonical spelling of an id. Responses to URLs with an id in a different spelling are not cached. */
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * Parameters whose schema accepts any text although only few values match a job. Each function returns whether a value
 * is one of the few.
 */
const BOUNDED_VALUES: Record<string, (value: string) => boolean> = {
  level: (value) => LEVELS.some((level) => level === value),
  type: (value) => EMPLOYMENT_TYPES.some((type) => type === value),
  salary: (value) => SALARY_RANGES.some((range) => range.value === value),
};

/** The maximum number of filter values in a bounded key. With more values, there would be too many combinations. */
const MAX_FILTERS = 2;

/** Parameters that select the format of a response and do not filter it. */
const FORMAT_PARAMETERS = ['description', 'group', 'counts', 'theme'];

const SEARCH_SCHEMAS: Schemas = endpoints['GET /api/jobs'].query.shape;

const CACHEABLE_PATHS: CacheablePath[] = [
  cacheablePath(pages.home()),
  ...[pages.jobs(), feeds.jobsAtom(), feeds.jobsJson()].map((path) =>
    cacheablePath(path, [...JOB_SEARCH_PARAMETERS, 'cursor'], SEARCH_SCHEMAS),
  ),
  cacheablePath(embeds.jobs(), [...JOB_SEARCH_PARAMETERS, 'theme', 'limit'], {
    ...SEARCH_SCHEMAS,
    theme: z.enum(EMBED_THEMES),
  }),
  cacheablePath(pages.job(ID)),
  cacheablePath(
    pages.companies(),
    ['q', 'sort', 'cursor', 'from'],
    endpoints['GET /api/companies'].query.shape,
  ),
  cacheablePath(pages.company(ID), ['q', 'cursor', 'from']),
  { ...cacheablePath(pages.category('[a-z0-9-]+'), ['cursor', 'from']), keySpace: 'unbounded' },
  cacheablePath(pages.developers()),
  cacheablePath(pages.about()),
  cacheablePath(pages.privacy()),
  cacheablePath(pages.contactUs()),
  cacheablePath(pages.account()),
  cacheablePath(pages.saved(), ['tab'], { tab: z.enum(SAVED_TABS) }),
  cacheablePath(pages.employers(), ['company', 'renew', 'sources', 'step'], {
    renew: z.literal('jobs'),
    sources: z.enum(['all', 'new']),
    step: z.enum(POSTING_STEPS),
  }),
  cacheablePath(pages.invitation()),
  cacheablePath(pages.addJob()),
  cacheablePath(
    adminPages.dashboard(),
    ['tab', 'source', 'state', ...JOB_SEARCH_PARAMETERS, 'cursor', 'from'],
    { ...endpoints['GET /api/dashboard'].query.shape, tab: z.enum(DASHBOARD_TABS) },
  ),
  cacheablePath(adminPages.inbox()),
  cacheablePath(pages.addCompany()),
  cacheablePath(apiDescription.openApi()),
  cacheablePath(apiDescription.docs()),
  cacheablePath(robots()),
  cacheablePath(sitemaps.index()),
  // These pages are rendered for any id: the browser loads the job or company later, with the user's token.
  { ...cacheablePath(pages.editJob(ID)), keySpace: 'unbounded' },
  { ...cacheablePath(pages.editCompany(ID)), keySpace: 'unbounded' },
  ...Object.entries<Endpoint>(endpoints)
    .filter(([name, { dependsOn }]) => name.startsWith('GET ') && dependsOn)
    .map(([name, { query }]) => {
      const schemas: Schemas = query?.shape ?? {};
      return cacheablePath(
        name.slice('GET '.length).replace(':id', ID),
        Object.keys(schemas),
        schemas,
      );
    }),
];

function cacheablePath(
  path: string,
  parameters: readonly string[] = [],
  schemas: Schemas = {},
): CacheablePath {
  const pattern = new RegExp(`^${decodeURIComponent(path).replaceAll('.', '\\.')}$`);
  return { path: pattern, parameters, schemas, keySpace: 'bounded' };
}

/** Whether a parameter can have only a few values, of which this is one. */
function isBounded(name: string, value: string, schemas: Schemas): boolean {
  const isKnown = BOUNDED_VALUES[name];
  if (isKnown) return isKnown(value);
  let schema = schemas[name];
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    schema = schema.unwrap() as z.ZodType;
  }
  return (
    (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) &&
    schema.safeParse(value).success
  );
}

export type CacheKey = { key: string; keySpace: KeySpace };

/**
 * Parameters of URLs that are never cached: `state` belongs to the redirect after a sign-in, and every endpoint refuses
 * `__proto__`.
 */
const NEVER_CACHED = ['state', '__proto__'];

/**
 * The key of the cached response to a URL (path and query), or undefined if the response must not be cached. Only URLs
 * that are known to have the same response for every client have a key. The key leaves out unknown parameters, because
 * they do not change the response.
 */
export function cacheKey(url: string): CacheKey | undefined {
  if (url.length > URL_LENGTH) return undefined;
  const [path = '', query, ...rest] = url.split('?');
  if (rest.length > 0) return undefined;
  const cacheable = CACHEABLE_PATHS.find((candidate) => candidate.path.test(path));
  if (!cacheable) return undefined;
  const { parameters, schemas, keySpace } = cacheable;
  if (query === undefined) return { key: path, keySpace };
  const pairs: string[] = [];
  const values: Record<string, string[]> = {};
  for (const pair of query.split('&')) {
    const [[name, value] = ['', '']] = new URLSearchParams(pair);
    if (NEVER_CACHED.includes(name)) return undefined;
    if (!parameters.includes(name)) continue;
    const others = values[name] ?? [];
    const isRepeatable = MULTIPLE_PARAMETERS.some((multiple) => multiple === name);
    // An empty or repeated value does not change the response but would add a key, so these URLs are not cached.
    if (value === '' || others.includes(value) || (others.length > 0 && !isRepeatable)) {
      return undefined;
    }
    values[name] = [...others, value];
    pairs.push(pair);
  }
  if (pairs.length === 0) return { key: path, keySpace };
  const known = pairs.join('&');
  const names = Object.keys(values);
  const positions = names.map((name) => parameters.indexOf(name));
  const isBoundedKey =
    // A key is bounded only with the canonical encoding and order of its parameters. Each value has many encodings, and
    // each set of parameters many orders.
    `?${known}` === queryString(values) &&
    positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0)) &&
    names.flatMap((name) => (FORMAT_PARAMETERS.includes(name) ? [] : (values[name] ?? [])))
      .length <= MAX_FILTERS &&
    names.every((name) => values[name]?.every((value) => isBounded(name, value, schemas)));
  return { key: `${path}?${known}`, keySpace: isBoundedKey ? keySpace : 'unbounded' };
}
