import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { ALL_COMPANIES, job_search } from '#server/db/search-tables.ts';
import { isId } from '#server/http/api/cursor.ts';
import { EMPLOYMENT_TYPES, type EmploymentType } from '#shared/constants/employment-types.ts';
import { SALARY_RANGES, type SalaryRange } from '#shared/constants/salary-ranges.ts';
import type { jobSearch } from '#shared/contract/jobs.ts';
import type { Query } from './ranking-tiers.ts';
import { type TextQuery, textOf } from './text-query.ts';

/** What jobs are looked for by. */
export type JobSearch = z.output<typeof jobSearch>;

export type Facet = 'salary' | 'type' | 'company';

const DAY = 24 * 60 * 60 * 1_000;

const isType = (text: string): text is EmploymentType =>
  EMPLOYMENT_TYPES.some((type) => type === text);
const isSalaryRange = (text: string): text is SalaryRange =>
  SALARY_RANGES.some(({ value }) => value === text);

/**
 * What each of the three filters asks for, where it asks for anything: that the job's value equals it.
 * Undefined where one has a value that no job can have.
 */
export function facetConditions({
  salary,
  type,
  company,
}: Pick<JobSearch, Facet>): Partial<Record<Facet, SQL>> | undefined {
  if (salary && !isSalaryRange(salary)) return undefined;
  if (type && !isType(type)) return undefined;
  if (company && (!isId(company) || company === ALL_COMPANIES)) return undefined;
  return {
    ...(salary && isSalaryRange(salary) && { salary: eq(job_search.salary, salary) }),
    ...(type && isType(type) && { type: eq(job_search.type, type) }),
    ...(company && { company: eq(job_search.company_id, company) }),
  };
}

/** The same by the tokens that the search keeps. */
export function facetTokens({ salary, type, company }: Pick<JobSearch, Facet>): TextQuery[] {
  return [
    ...[salary, type].flatMap((value) => (value ? [`':${value}'`] : [])),
    ...(company ? [`'=${company.toLowerCase()}'`] : []),
  ];
}

/** What the search asks for besides its words and its three filters. */
export function otherConditions({ minsalary, nosalary, posted }: JobSearch): SQL[] {
  const reached = minsalary !== undefined && gte(job_search.reach, minsalary);
  return [
    ...(reached ? [nosalary ? sql`(${reached} or ${job_search.reach} = -1)` : reached] : []),
    ...(posted ? [gte(job_search.date, new Date(Date.now() - Number(posted) * DAY))] : []),
  ];
}

export function matches({ column, asked }: Query): SQL {
  return sql`${job_search[column]} @@ ${textOf(asked)}::tsquery`;
}

/** The clause that all of these stand in; nothing where there are none. */
export function where(conditions: SQL[]): SQL {
  return conditions.length > 0 ? sql` where ${and(...conditions)}` : sql``;
}
