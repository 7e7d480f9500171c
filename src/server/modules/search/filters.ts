import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { dollarsPer } from '#server/content/pay/exchange-rates.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { ALL_COMPANIES, isInRange, job_search } from '#server/db/search-tables.ts';
import { isId } from '#server/http/api/cursor.ts';
import { readExchangeRates } from '#server/modules/facts/queries.ts';
import type { jobSearch } from '#shared/contract/jobs.ts';
import { EMPLOYMENT_TYPES, type EmploymentType } from '#shared/domain/employment-types.ts';
import { SALARY_RANGES, type SalaryRange } from '#shared/domain/salary-ranges.ts';
import { MAX_DOLLARS } from '#shared/limits.ts';
import type { Query } from './ranking-tiers.ts';
import { type TextQuery, toTsquery } from './text-query.ts';

/** The parameters of a search: text, location and filters. */
export type SearchParameters = z.output<typeof jobSearch>;

/** The parameters with the minimum pay converted to whole US dollars a year. */
export type JobFilters = Omit<SearchParameters, 'minsalary'> & { minsalary?: number | undefined };

/** The filters whose options are counted. */
export type Facet = 'salary' | 'type' | 'company';

const DAY = 24 * 60 * 60 * 1_000;

const isType = (text: string): text is EmploymentType =>
  EMPLOYMENT_TYPES.some((type) => type === text);
const isSalaryRange = (text: string): text is SalaryRange =>
  SALARY_RANGES.some(({ value }) => value === text);

/** The conditions of the facets that the search uses. Undefined if no job can have one of the values. */
export function facetConditions({
  salary,
  type,
  company,
}: Pick<JobFilters, Facet>): Partial<Record<Facet, SQL>> | undefined {
  if (salary && !isSalaryRange(salary)) return undefined;
  if (type && !isType(type)) return undefined;
  if (company && (!isId(company) || company === ALL_COMPANIES)) return undefined;
  return {
    ...(salary && isSalaryRange(salary) && { salary: isInRange(job_search, salary) }),
    ...(type && isType(type) && { type: eq(job_search.type, type) }),
    ...(company && { company: eq(job_search.company_id, company) }),
  };
}

/**
 * The filters as terms of the text indexes, so that one index finds words and filters together. The terms are `:VALUE`
 * for a type or salary range, and `=ID` for a company.
 */
export function facetTerms({ salary, type, company }: Pick<JobFilters, Facet>): TextQuery[] {
  return [
    ...[salary, type].flatMap((value) => (value ? [`':${value}'`] : [])),
    ...(company ? [`'=${company.toLowerCase()}'`] : []),
  ];
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

/** The conditions of filters that are not facets. */
export function otherConditions({ minsalary, nosalary, posted }: JobFilters): SQL[] {
  const paysEnough = minsalary !== undefined && gte(job_search.reach, minsalary);
  return [
    ...(paysEnough
      ? [nosalary ? sql`(${paysEnough} or ${job_search.reach} = -1)` : paysEnough]
      : []),
    ...(posted ? [gte(job_search.date, new Date(Date.now() - Number(posted) * DAY))] : []),
  ];
}

/** The condition that a job matches a text query. */
export function matches({ column, terms }: Query): SQL {
  return sql`${job_search[column]} @@ ${toTsquery(terms)}::tsquery`;
}

/** A WHERE clause with all conditions; empty if there are none. */
export function where(conditions: SQL[]): SQL {
  return conditions.length > 0 ? sql` where ${and(...conditions)}` : sql``;
}
