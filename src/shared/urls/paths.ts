import { EMPLOYMENTS, type Employment } from '../domain/employments.ts';
import { JOB_ORDERS, type JobOrder, POSTED_DAYS } from '../domain/job-search.ts';
import { WORKPLACES, type Workplace } from '../domain/workplaces.ts';
import { parseYearlyAmount } from '../domain/yearly-amount.ts';
import { MAX_RADIUS } from '../limits.ts';

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
  'salary',
  'type',
  'company',
  'minsalary',
  'nosalary',
  'posted',
  'sort',
] as const;

export type JobSearchParameter = (typeof JOB_SEARCH_PARAMETERS)[number];

/** A job search: the values of its query parameters. */
export type JobSearch = {
  [Name in Exclude<JobSearchParameter, keyof FixedValues>]?: string | undefined;
} & { [Name in keyof FixedValues]?: FixedValues[Name] | undefined };

type FixedValues = {
  workplace: Workplace;
  employment: Employment;
  orunknown: 'true';
  remote: 'true';
  nosalary: 'true';
  posted: (typeof POSTED_DAYS)[number];
  sort: JobOrder;
};

/** Validators of the parameters that do not accept every text. */
const VALIDATORS: { [Name in JobSearchParameter]?: (value: string) => boolean } = {
  radius: (value) => /^\d+$/.test(value) && +value > 0 && +value <= MAX_RADIUS,
  workplace: (value) => WORKPLACES.some((option) => option === value),
  employment: (value) => EMPLOYMENTS.some((option) => option === value),
  orunknown: isTrue,
  remote: isTrue,
  minsalary: (value) => parseYearlyAmount(value) !== undefined,
  nosalary: isTrue,
  posted: (value) => POSTED_DAYS.some((days) => days === value),
  sort: (value) => JOB_ORDERS.some((order) => order === value),
};

/** Reads a job search from query parameters. Leaves out empty, invalid and unknown ones. */
export function readJobSearch(
  parameters: {
    [Name in JobSearchParameter]?: string | undefined;
  },
): JobSearch {
  const search: Record<string, string> = {};
  for (const name of JOB_SEARCH_PARAMETERS) {
    const value = parameters[name];
    if (value && (VALIDATORS[name]?.(value) ?? true)) search[name] = value;
  }
  return search;
}

function isTrue(value: string): boolean {
  return value === 'true';
}

/**
 * Builds a query string with its `?`. Leaves out empty values; the result is empty if no values remain. Spaces become
 * `+`, as in HTML forms.
 */
export function queryString(parameters: Record<string, string | undefined>): string {
  const text = Object.entries(parameters)
    .filter((entry): entry is [string, string] => Boolean(entry[1]))
    .map((pair) => pair.map(encode).join('='))
    .join('&');
  return text && `?${text}`;
}

/**
 * Parses a query string. All values are plain text, never JSON or numbers. Leaves out empty values. If a name is
 * repeated, the first value counts.
 */
export function parseQuery(query: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const pair of query.replace(/^\?/, '').split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s).map(decode);
    if (name && value && !Object.hasOwn(values, name)) values[name] = value;
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

type Cursor = { cursor?: string | undefined };

function searchString({ cursor, ...search }: JobSearch & Cursor): string {
  return queryString({ ...readJobSearch(search), cursor });
}

/** Pages for people. */
export const pages = {
  home: () => '/',
  jobs: (search: JobSearch & Cursor = {}) => `/jobs${searchString(search)}`,
  job: (id: string) => `/jobs/${encodeURIComponent(id)}`,
  addJob: () => '/jobs/add',
  closedJobs: ({ cursor }: { cursor?: string | undefined } = {}) =>
    `/jobs/closed${queryString({ cursor })}`,
  editJob: (id: string) => `/jobs/edit/${encodeURIComponent(id)}`,
  companies: ({ cursor }: Cursor = {}) => `/companies${queryString({ cursor })}`,
  addCompany: () => '/companies/add',
  company: (id: string) => `/companies/${encodeURIComponent(id)}`,
  editCompany: (id: string) => `/companies/edit/${encodeURIComponent(id)}`,
  account: () => '/account',
  about: () => '/about',
  privacy: () => '/privacy',
  contactUs: () => '/contact-us',
};

/** The paths of the feeds of a search. */
export const feeds = {
  jobsAtom: (search: JobSearch & Cursor = {}) => `/jobs.atom${searchString(search)}`,
  jobsJson: (search: JobSearch & Cursor = {}) => `/jobs.json${searchString(search)}`,
};
