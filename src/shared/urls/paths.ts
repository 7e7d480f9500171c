import { EMPLOYMENTS, type Employment } from '../domain/employments.ts';
import {
  JOB_ORDERS,
  JOB_PARTS,
  type JobOrder,
  type JobPart,
  MENTION_CHOICES,
  POSTED_DAYS,
  REMOTE_CHOICES,
} from '../domain/job-search.ts';
import { LEVELS } from '../domain/levels.ts';
import type { SavedTab } from '../domain/saved-tabs.ts';
import { WORKPLACES, type Workplace } from '../domain/workplaces.ts';
import { parseYearlyAmount } from '../domain/yearly-amount.ts';
import { MAX_FILTER_VALUES, MAX_RADIUS } from '../limits.ts';

/**
 * The URL paths of the site's pages and feeds. Spec: "Pages". The paths of the API are in the contract, and those for
 * other sites in `outside-paths.ts`.
 */

/** The query parameters of a job search, in the order of the URL. */
export const JOB_SEARCH_PARAMETERS = [
  'q',
  'location',
  'radius',
  'workplace',
  'employment',
  'skill',
  'eligible',
  'orunknown',
  'remote',
  'level',
  'visa',
  'salary',
  'type',
  'orremote',
  'company',
  'category',
  'minsalary',
  'nosalary',
  'posted',
  'mentions',
  'part',
  'sort',
] as const;

export type JobSearchParameter = (typeof JOB_SEARCH_PARAMETERS)[number];

/** The parameters that may have several values. A URL repeats them. */
export const MULTIPLE_PARAMETERS = ['level', 'type', 'company'] as const;

type MultipleParameter = (typeof MULTIPLE_PARAMETERS)[number];
export type SingleParameter = Exclude<JobSearchParameter, MultipleParameter>;

const isMultiple = (name: string) => MULTIPLE_PARAMETERS.some((multiple) => multiple === name);

/** A single value is a text, and several values are an array. */
export type OneOrMore = string | string[];

/** The different values of a parameter, without empty ones. */
export function valuesOf(value: OneOrMore | undefined): string[] {
  return [...new Set([value ?? []].flat())].filter(Boolean);
}

/** A job search: the values of its query parameters. */
export type JobSearch = {
  [Name in Exclude<SingleParameter, keyof FixedValues>]?: string | undefined;
} & { [Name in MultipleParameter]?: OneOrMore | undefined } & {
  [Name in keyof FixedValues]?: FixedValues[Name] | undefined;
};

type FixedValues = {
  workplace: Workplace;
  employment: Employment;
  orunknown: 'true';
  remote: (typeof REMOTE_CHOICES)[number];
  visa: 'true';
  orremote: 'true';
  nosalary: 'true';
  posted: (typeof POSTED_DAYS)[number];
  mentions: (typeof MENTION_CHOICES)[number];
  part: JobPart;
  sort: JobOrder;
};

/** Validators of the parameters that do not accept every text. */
const VALIDATORS: { [Name in JobSearchParameter]?: (value: string) => boolean } = {
  radius: (value) => /^\d+$/.test(value) && +value > 0 && +value <= MAX_RADIUS,
  minsalary: (value) => parseYearlyAmount(value) !== undefined,
};

const TRUE = ['true'];

/** The values of the parameters that accept only some. */
const CHOICES: { [Name in JobSearchParameter]?: readonly string[] } = {
  orunknown: TRUE,
  visa: TRUE,
  orremote: TRUE,
  nosalary: TRUE,
  workplace: WORKPLACES,
  employment: EMPLOYMENTS,
  remote: REMOTE_CHOICES,
  level: LEVELS,
  posted: POSTED_DAYS,
  mentions: MENTION_CHOICES,
  part: JOB_PARTS,
  sort: JOB_ORDERS,
};

/**
 * Reads a job search from query parameters. Leaves out empty, invalid and unknown parameters, values beyond the maximum
 * number, and `orremote` without a type.
 */
export function readJobSearch(
  parameters: {
    [Name in JobSearchParameter]?: OneOrMore | undefined;
  },
): JobSearch {
  const search: Record<string, OneOrMore> = {};
  for (const name of JOB_SEARCH_PARAMETERS) {
    const values = valuesOf(parameters[name]).filter(
      VALIDATORS[name] ?? ((value) => CHOICES[name]?.includes(value) ?? true),
    );
    const [value] = values;
    if (isMultiple(name) && values[1]) search[name] = values.slice(0, MAX_FILTER_VALUES);
    else if (value) search[name] = value;
  }
  if (!search.type) delete search.orremote;
  return search;
}

/**
 * Builds a query string with its `?`. Leaves out empty values; the result is empty if no values remain. Spaces become
 * `+`, as in HTML forms.
 */
export function queryString(parameters: Record<string, OneOrMore | undefined>): string {
  const text = Object.entries(parameters)
    .flatMap(([name, value]) => valuesOf(value).map((one) => [name, one].map(encode).join('=')))
    .join('&');
  return text && `?${text}`;
}

/**
 * Parses a query string. All values are plain text, never JSON or numbers. Leaves out empty values. If a name is
 * repeated, only the first value is used, except for `MULTIPLE_PARAMETERS`.
 */
export function parseQuery(query: string): Record<string, OneOrMore> {
  const values: Record<string, OneOrMore> = {};
  for (const pair of query.replace(/^\?/, '').split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s).map(decode);
    if (!name || !value) continue;
    const known = Object.hasOwn(values, name) ? valuesOf(values[name]) : [];
    if (known.length === 0) values[name] = value;
    else if (isMultiple(name) && !known.includes(value)) values[name] = [...known, value];
  }
  return values;
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+');
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // If the percent-encoding is invalid, take the text literally.
    return spaced;
  }
}

export type Cursor = { cursor?: string | undefined };

/** A page of a searched list: its cursor, and the search text. */
type SearchedPage = Cursor & { q?: string | undefined };

function searchString({ cursor, ...search }: JobSearch & Cursor): string {
  return queryString({ ...readJobSearch(search), cursor });
}

/** Pages for people. */
export const pages = {
  home: () => '/',
  jobs: (search: JobSearch & Cursor = {}) => `/jobs${searchString(search)}`,
  job: (id: string) => `/jobs/${encodeURIComponent(id)}`,
  /** `from` is the id of a job to duplicate. */
  addJob: (query: { from?: string | undefined } = {}) => `/jobs/add${queryString(query)}`,
  editJob: (id: string) => `/jobs/edit/${encodeURIComponent(id)}`,
  companies: ({ q, sort, cursor }: SearchedPage & { sort?: string | undefined } = {}) =>
    `/companies${queryString({ q, sort, cursor })}`,
  addCompany: () => '/companies/add',
  company: (id: string, { q, cursor }: SearchedPage = {}) =>
    `/companies/${encodeURIComponent(id)}${queryString({ q, cursor })}`,
  category: (slug: string, { cursor }: Cursor = {}) =>
    `/categories/${encodeURIComponent(slug)}${queryString({ cursor })}`,
  editCompany: (id: string) => `/companies/edit/${encodeURIComponent(id)}`,
  account: () => '/account',
  /** `search` is the query string of a search to keep. */
  saved: (query: { tab?: SavedTab | undefined; search?: string } = {}) =>
    `/saved${queryString(query)}`,
  /**
   * The page on which posting begins. `company` is the id of a company that the person may choose.
   */
  employers: (query: { company?: string | undefined; step?: string } = {}) =>
    `/employers${queryString(query)}`,
  /** The page on which a person accepts an invitation. The invitation's token is in the fragment. */
  invitation: () => '/employers/invitation',
  developers: () => '/developers',
  about: () => '/about',
  privacy: () => '/privacy',
  contactUs: () => '/contact-us',
  imprint: () => '/imprint',
};

/** A page with a text of the operator. */
export const textPage = (slug: string) => `/${slug}`;

/** The page without React on which people subscribe to the new jobs of a search. */
export const newAlertPage = (search: JobSearch = {}) => `/alerts/new${searchString(search)}`;

/** The paths of the feeds of a search. */
export const feeds = {
  jobsAtom: (search: JobSearch & Cursor = {}) => `/jobs.atom${searchString(search)}`,
  jobsJson: (search: JobSearch & Cursor = {}) => `/jobs.json${searchString(search)}`,
};
