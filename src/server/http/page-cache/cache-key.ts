import { z } from 'zod';
import { EMBED_THEMES } from '#shared/constants/embeds.ts';
import { EMPLOYMENT_TYPES } from '#shared/constants/employment-types.ts';
import { URL_LENGTH } from '#shared/constants/limits.ts';
import { SALARY_RANGES } from '#shared/constants/salary-ranges.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { endpoints } from '#shared/contract/endpoints.ts';
import { apiDescription, embeds, robots, sitemaps } from '#shared/outside-paths.ts';
import { feeds, JOB_SEARCH_PARAMETERS, pages, queryString } from '#shared/paths.ts';

/**
 * Of how many addresses this is one: `few` are the pages that everyone reads; of `endless` ones anybody
 * can think up as many as they like.
 */
export type AddressVariety = 'few' | 'endless';

type Schemas = Record<string, z.ZodType | undefined>;

type KeptPath = {
  path: RegExp;
  /** The parameters it may have. */
  parameters: readonly string[];
  /** What is known of what they may say; of the others, anything is taken. */
  schemas: Schemas;
  variety: AddressVariety;
};

/** As the board writes it: others who write the same id otherwise are answered, and nothing is kept. */
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Of these, whose schema takes any text, few values find anything. */
const FEW_VALUES: Record<string, (value: string) => boolean> = {
  type: (value) => EMPLOYMENT_TYPES.some((type) => type === value),
  salary: (value) => SALARY_RANGES.some((range) => range.value === value),
};

/** With more choices than these, there are more pages of them than everyone reads. */
const MOST_CHOICES = 2;

/** What a reply is like, and not what it is of. */
const FORMS = ['description', 'counts', 'theme'];

const SEARCH_SCHEMAS: Schemas = endpoints['GET /api/jobs'].query.shape;

const KEPT_PATHS: KeptPath[] = [
  keptPath(pages.home()),
  ...[pages.jobs(), feeds.jobsAtom(), feeds.jobsJson()].map((path) =>
    keptPath(path, [...JOB_SEARCH_PARAMETERS, 'cursor'], SEARCH_SCHEMAS),
  ),
  keptPath(embeds.jobs(), [...JOB_SEARCH_PARAMETERS, 'theme', 'limit'], {
    ...SEARCH_SCHEMAS,
    theme: z.enum(EMBED_THEMES),
  }),
  keptPath(pages.job(ID)),
  keptPath(pages.companies(), ['cursor']),
  keptPath(pages.company(ID)),
  keptPath(pages.about()),
  keptPath(pages.privacy()),
  keptPath(pages.contactUs()),
  keptPath(pages.account()),
  keptPath(pages.addJob()),
  keptPath(pages.closedJobs(), ['cursor']),
  keptPath(pages.addCompany()),
  keptPath(apiDescription.openApi()),
  keptPath(apiDescription.docs()),
  keptPath(robots()),
  keptPath(sitemaps.index()),
  // Rendered for any id: whether it exists is found out by who may edit it.
  { ...keptPath(pages.editJob(ID)), variety: 'endless' },
  { ...keptPath(pages.editCompany(ID)), variety: 'endless' },
  ...Object.entries<Endpoint>(endpoints)
    .filter(([name, { dependsOn }]) => name.startsWith('GET ') && dependsOn)
    .map(([name, { query }]) => {
      const schemas: Schemas = query?.shape ?? {};
      return keptPath(name.slice('GET '.length).replace(':id', ID), Object.keys(schemas), schemas);
    }),
];

function keptPath(
  path: string,
  parameters: readonly string[] = [],
  schemas: Schemas = {},
): KeptPath {
  const pattern = new RegExp(`^${decodeURIComponent(path).replaceAll('.', '\\.')}$`);
  return { path: pattern, parameters, schemas, variety: 'few' };
}

/** Whether this is one of few things that the parameter may say. */
function isOneOfFew(name: string, value: string, schemas: Schemas): boolean {
  const known = FEW_VALUES[name];
  if (known) return known(value);
  let schema = schemas[name];
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    schema = schema.unwrap() as z.ZodType;
  }
  return (
    (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) &&
    schema.safeParse(value).success
  );
}

export type CacheKey = { key: string; variety: AddressVariety };

/** Who comes back from signing in has these, which no page knows, and `__proto__` is refused wherever it stands. */
const NEVER_CACHED = ['state', '__proto__'];

/**
 * The key under which the response to this address is cached; undefined where it is not: nothing is cached but what is
 * known to be the same for everyone. Parameters that the path does not know change nothing, and are left out.
 */
export function cacheKey(address: string): CacheKey | undefined {
  if (address.length > URL_LENGTH) return undefined;
  const [path = '', query, ...rest] = address.split('?');
  if (rest.length > 0) return undefined;
  const kept = KEPT_PATHS.find((candidate) => candidate.path.test(path));
  if (!kept) return undefined;
  if (query === undefined) return { key: path, variety: kept.variety };
  const pairs: string[] = [];
  const values: Record<string, string> = {};
  for (const pair of query.split('&')) {
    const [[name, value] = ['', '']] = new URLSearchParams(pair);
    if (NEVER_CACHED.includes(name)) return undefined;
    if (!kept.parameters.includes(name)) continue;
    // Each parameter once, and none that is empty: else there are more pairs than values.
    if (value === '' || Object.hasOwn(values, name)) return undefined;
    values[name] = value;
    pairs.push(pair);
  }
  if (pairs.length === 0) return { key: path, variety: kept.variety };
  const known = pairs.join('&');
  const names = Object.keys(values);
  const places = names.map((name) => kept.parameters.indexOf(name));
  const few =
    // One value can be written in many ways, and many values can be put together in many orders.
    `?${known}` === queryString(values) &&
    places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0)) &&
    names.filter((name) => !FORMS.includes(name)).length <= MOST_CHOICES &&
    names.every((name) => isOneOfFew(name, values[name] ?? '', kept.schemas));
  return { key: `${path}?${known}`, variety: few ? kept.variety : 'endless' };
}
