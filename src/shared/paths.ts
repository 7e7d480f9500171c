import { JOB_ORDERS, type JobOrder, POSTED_DAYS } from './constants/job-search.ts';
import { parseDollars } from './dollars.ts';

/**
 * Every page's URL, built in one place. Spec: "Pages".
 * `pages` are what a person visits, the others what programs and other sites read; the API's own paths
 * stand in the contract.
 */

/** What jobs can be searched by, in the order of the address; each is a query parameter of this name. */
export const JOB_SEARCH_PARAMETERS = [
  'q',
  'location',
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

/** A search: texts as they stand in the address. */
export type JobSearch = {
  [Name in Exclude<JobSearchParameter, keyof Choices>]?: string | undefined;
} & { [Name in keyof Choices]?: Choices[Name] | undefined };

type Choices = {
  remote: 'true';
  nosalary: 'true';
  posted: (typeof POSTED_DAYS)[number];
  sort: JobOrder;
};

/** The patterns of parameters that not every text fits. */
const IS_VALUE: { [Name in JobSearchParameter]?: (value: string) => boolean } = {
  remote: isTrue,
  minsalary: (value) => parseDollars(value) !== undefined,
  nosalary: isTrue,
  posted: (value) => POSTED_DAYS.some((days) => days === value),
  sort: (value) => JOB_ORDERS.some((order) => order === value),
};

/** The search that an address's parameters ask for; what is empty, or can be nothing, is left out. */
export function readJobSearch(
  parameters: {
    [Name in JobSearchParameter]?: string | undefined;
  },
): JobSearch {
  const search: Record<string, string> = {};
  for (const name of JOB_SEARCH_PARAMETERS) {
    const value = parameters[name];
    if (value && (IS_VALUE[name]?.(value) ?? true)) search[name] = value;
  }
  return search;
}

function isTrue(value: string): boolean {
  return value === 'true';
}

/** A query string, with empty values left out; a space is a plus sign, as browsers' forms have it. */
export function queryString(parameters: Record<string, string | undefined>): string {
  const text = Object.entries(parameters)
    .filter((entry): entry is [string, string] => Boolean(entry[1]))
    .map((pair) => pair.map(encode).join('='))
    .join('&');
  return text && `?${text}`;
}

/**
 * The values of a query string: plain text, none of them empty, the first where a name is given
 * twice. Nothing is read as JSON or as a number.
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
  const words = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(words);
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return words;
  }
}

type Cursor = { cursor?: string | undefined };

function searchString({ cursor, ...search }: JobSearch & Cursor): string {
  return queryString({ ...readJobSearch(search), cursor });
}

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

/** The jobs of a search, for feed readers. */
export const feeds = {
  jobsAtom: (search: JobSearch & Cursor = {}) => `/jobs.atom${searchString(search)}`,
  jobsJson: (search: JobSearch & Cursor = {}) => `/jobs.json${searchString(search)}`,
};
