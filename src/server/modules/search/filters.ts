import { and, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { dollarsPer } from '#server/content/pay/exchange-rates.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { ALL_COMPANIES, allWords, isInRange, job_search } from '#server/db/search-tables.ts';
import { isId } from '#server/http/api/cursor.ts';
import { readExchangeRates } from '#server/modules/facts/queries.ts';
import type { jobSearch } from '#shared/contract/jobs.ts';
import {
  EMPLOYMENT_TYPES,
  type EmploymentType,
  HOURS,
  type Hours,
  hoursOf,
} from '#shared/domain/employment-types.ts';
import { SALARY_RANGES, type SalaryRange } from '#shared/domain/salary-ranges.ts';
import { MAX_DOLLARS } from '#shared/limits.ts';
import type { IndexScan } from './index-scans.ts';
import { EVERY_JOB, type Match, type Query } from './ranking-tiers.ts';
import { all, any, hasPhrase, type TextQuery, toTsquery } from './text-query.ts';

/** The parameters of a search: text, location and filters. */
export type SearchParameters = z.output<typeof jobSearch>;

/** The parameters with the minimum pay converted to whole US dollars per year. */
export type JobFilters = Omit<SearchParameters, 'minsalary'> & { minsalary?: number | undefined };

/** A search with its filters and, if it has words, the text query that matches them. */
export type Search = { filters: JobFilters; match: Match | undefined };

/** The filters whose options are counted. */
export type Facet = 'salary' | 'type' | 'company';

const DAY = 24 * 60 * 60 * 1_000;

const isType = (text: string): text is EmploymentType =>
  EMPLOYMENT_TYPES.some((type) => type === text);
const isSalaryRange = (text: string): text is SalaryRange =>
  SALARY_RANGES.some(({ value }) => value === text);
const isCompany = (text: string) => isId(text) && text !== ALL_COMPANIES;

type Facets = Pick<JobFilters, Facet | 'orremote'>;

/** The hours with which remote jobs are found beside the jobs of the chosen types. */
export function hoursOfRemote({
  type = [],
  orremote,
}: Pick<JobFilters, 'type' | 'orremote'>): Hours[] {
  return orremote && !type.includes('Remote') ? hoursOf(type) : [];
}

/**
 * Returns those values of the facets that jobs can have; undefined if all values of a facet are ones that no job can
 * have.
 */
export function knownFacets({ salary, type, company, orremote }: Facets) {
  if (salary && !isSalaryRange(salary)) return undefined;
  const types = type?.filter(isType);
  const companies = company?.filter(isCompany).map((id) => id.toLowerCase());
  if (types?.length === 0 || companies?.length === 0) return undefined;
  return {
    salary: salary && isSalaryRange(salary) ? salary : undefined,
    types,
    /** The hours of remote jobs that are found as well. */
    hours: hoursOfRemote({ type: types, orremote }),
    companies,
  };
}

/**
 * Returns the conditions of the facets that the search uses, or undefined if no job can have one of the values.
 * @param isRemoteWith the form of the condition that a job is remote and has some hours
 */
export function facetConditions(
  facets: Facets,
  isRemoteWith = isRemoteWithHours,
): Partial<Record<Facet, SQL>> | undefined {
  const known = knownFacets(facets);
  if (!known) return undefined;
  const { salary, types, hours, companies } = known;
  return {
    ...(salary && { salary: isInRange(job_search, salary) }),
    ...(types && { type: isOfType(types, hours.length > 0 && isRemoteWith(hours)) }),
    ...(companies && { company: isAnyOf(job_search.company_id, companies) }),
  };
}

function isOfType(types: EmploymentType[], isOther: SQL | false): SQL {
  const isAny = isAnyOf(job_search.type, types);
  return isOther ? sql`(${isAny} or ${isOther})` : isAny;
}

function isRemoteWithHours(hours: Hours[]): SQL {
  return sql`(${eq(job_search.type, 'Remote')} and ${hasHours(hours)})`;
}

const hoursTerms = (hours: readonly Hours[]) => any(hours.map((one) => `'%${one}'`));

/** The condition that a job has some hours, which the index has as terms. */
function hasHours(hours: readonly Hours[]): SQL {
  return matches({ column: 'heading', terms: hoursTerms(hours) });
}

/** SQL for the hours of a remote job; null if it states none, and for other jobs. */
export function hoursIfRemote(): SQL {
  const cases = HOURS.map((one) => sql`when ${hasHours([one])} then ${sql.raw(`'${one}'`)}`);
  return sql`case when ${eq(job_search.type, 'Remote')} then case ${sql.join(cases, sql` `)} end end`;
}

/**
 * The condition that a column has one of the values. With `=` for a single value, an index can yield the list in order.
 */
function isAnyOf(column: PgColumn, values: string[]): SQL {
  return values.length === 1 ? eq(column, values[0]) : inArray(column, values);
}

/**
 * The facets of a search as terms of the text indexes, so that one index finds words and filters together. The terms
 * are `:VALUE` for a type or salary range, `%VALUE` for hours, and `=ID` for a company.
 */
export function facetTerms(facets: Facets): TextQuery[] {
  const { salary, types = [], hours = [], companies = [] } = knownFacets(facets) ?? {};
  return [
    salary ? `':${salary}'` : '',
    any([
      ...types.map((type) => `':${type}'`),
      hours.length > 0 ? all(["':Remote'", hoursTerms(hours)]) : '',
    ]),
    any(companies.map((id) => `'=${id}'`)),
  ].filter(Boolean);
}

/** Converts the minimum pay to US dollars. A currency without a known rate matches no job. */
export async function convertPay(
  db: BoardDatabase,
  { minsalary, ...filters }: SearchParameters,
): Promise<JobFilters> {
  if (!minsalary) return filters;
  const { amount, currency } = minsalary;
  if (currency === 'USD') return { ...filters, minsalary: amount };
  const rate = dollarsPer(currency, await db.reads.planned(readExchangeRates));
  const dollars = rate === undefined ? Number.POSITIVE_INFINITY : Math.round(amount * rate);
  return { ...filters, minsalary: Math.min(dollars, MAX_DOLLARS + 1) };
}

/** The conditions of the filters other than facets, such as the minimum pay. */
export function otherConditions({ minsalary, nosalary, posted }: JobFilters): SQL[] {
  const paysEnough = minsalary !== undefined && gte(job_search.reach, minsalary);
  return [
    ...(paysEnough
      ? [nosalary ? sql`(${paysEnough} or ${job_search.reach} = -1)` : paysEnough]
      : []),
    ...(posted ? [gte(job_search.date, postedSince(posted))] : []),
  ];
}

/** The earliest date of jobs that were posted within a number of days. */
export function postedSince(days: string, now = Date.now()): Date {
  return new Date(now - Number(days) * DAY);
}

/** The conditions of a search without its facets: its words and its other filters. */
export function conditionsBesideFacets({ filters, match }: Search, matching = matches): SQL[] {
  return [...otherConditions(filters), ...(match ? [matching(match.all)] : [])];
}

/**
 * Returns the conditions of all jobs that a search finds, or undefined if it finds none.
 * @param matching the form of the condition that a job matches the words
 */
export function conditionsOf(search: Search, matching = matches): SQL[] | undefined {
  const facets = facetConditions(search.filters);
  return facets && [...Object.values(facets), ...conditionsBesideFacets(search, matching)];
}

/**
 * The condition that a job matches a text query. For a phrase, the index finds the jobs with its words, whose descriptions are
 * then searched.
 */
export function matches({ column, terms }: Query): SQL {
  const text = toTsquery(terms) || toTsquery(EVERY_JOB);
  const byIndex = sql`${vectorOf(column)} @@ ${text}::tsquery`;
  return hasPhrase(terms) ? sql`(${byIndex} and ${isTrue(column, terms)})` : byIndex;
}

/** SQL: the terms that queries on a column search, in the form that an index has. */
function vectorOf(column: Query['column']): SQL {
  return column === 'heading' ? sql`${job_search.heading}` : allWords(job_search);
}

/** The condition that a job matches a query with phrases. The index does not answer it. */
function isTrue(column: Query['column'], query: TextQuery): SQL {
  if (typeof query === 'string' || !hasPhrase(query)) return matches({ column, terms: query });
  if ('pattern' in query) {
    const isInDescription = sql`searched_description(${jobs.description}) ~ ${query.pattern}`;
    return sql`exists (select from ${jobs} where ${jobs.id} = ${job_search.job_id} and ${isInDescription})`;
  }
  if ('not' in query) return sql`${job_search.job_id} not in (${idsOf(column, query.not)})`;
  const [parts, combine] = 'all' in query ? [query.all, all] : [query.any, any];
  const plain = combine(parts.filter((part) => !hasPhrase(part)));
  const conditions = [plain, ...parts.filter(hasPhrase)]
    .filter((part) => part !== '')
    .map((part) => isTrue(column, part));
  return sql`(${sql.join(conditions, 'all' in query ? sql` and ` : sql` or `)})`;
}

/** SQL: the ids of the jobs that match a query with phrases. Excluded phrases are searched once, in the jobs with their words. */
function idsOf(column: Query['column'], query: TextQuery): SQL {
  const conditions = matches({ column, terms: query });
  return sql`select ${job_search.job_id} from ${job_search} where ${conditions}`;
}

/**
 * The same condition as `matches`, for jobs that another condition finds. Without words as written, which only the index has
 * as terms, it takes a third of the time for each job.
 */
export function matchesRow(query: Query): SQL {
  const { column, terms } = query;
  if (column === 'heading' || hasExact(terms)) return matches(query);
  return sql`(${job_search.heading} || ${job_search.body}) @@ ${toTsquery(terms)}::tsquery`;
}

/** Whether a query has terms of words as written, which only the index has. */
export function hasExact(query: TextQuery): boolean {
  return toTsquery(query).includes("'&") || hasPhrase(query);
}

/** The condition that a job is found by at least one of the scans of the index. */
export function matchesScans(column: Query['column'], scans: IndexScan[]): SQL {
  const queries = scans.filter(({ length }) => length === 1).flat();
  const [only = ''] = queries;
  // The index finds the jobs of each query in turn. With an array, the statement is the same for any number of queries.
  const byQueries =
    queries.length > 1
      ? sql`${vectorOf(column)} @@ any(${sql.param(queries.map(toTsquery))}::tsquery[])`
      : matches({ column, terms: only });
  const byConditions = scans
    .filter(({ length }) => length > 1)
    .map((scan) => and(...scan.map((terms) => matches({ column, terms }))));
  return or(...(queries.length > 0 ? [byQueries] : []), ...byConditions) ?? sql`false`;
}

/** Returns a WHERE clause with all conditions, or an empty one if there are none. */
export function where(conditions: SQL[]): SQL {
  return conditions.length > 0 ? sql` where ${and(...conditions)}` : sql``;
}
