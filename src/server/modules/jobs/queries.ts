import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { type Cursor, isId } from '#server/http/cursor.ts';
import { EMPLOYMENT_TYPES, type EmploymentType } from '#shared/constants/employment-types.ts';
import { SALARY_RANGES, type SalaryRange } from '#shared/constants/salary-ranges.ts';
import type { JobFilters } from '#shared/paths.ts';

const listColumns = {
  id: jobs.id,
  title: jobs.title,
  type: jobs.type,
  location: jobs.location,
  summary: jobs.summary,
  summary_truncated: jobs.summary_truncated,
  salary: jobs.salary,
  date: jobs.date,
  company: { id: companies.id, name: companies.name, logo: companies.logo },
};

/** An open job as lists show it; `description` only where the whole of it was asked for. */
export type JobListRow = Awaited<ReturnType<typeof listOpenJobs>>[number];

const isType = (text: string): text is EmploymentType =>
  EMPLOYMENT_TYPES.some((type) => type === text);
const isSalaryRange = (text: string): text is SalaryRange =>
  SALARY_RANGES.some(({ value }) => value === text);

/**
 * The condition that keeps the open jobs whose values equal the filters', or undefined where a
 * filter's value is one that no job can have. An empty filter keeps all.
 */
function openJobs({ salary, type, company }: JobFilters): SQL | undefined {
  const conditions: (SQL | undefined)[] = [isNull(jobs.closed_at)];
  if (salary) {
    if (!isSalaryRange(salary)) return undefined;
    conditions.push(eq(jobs.salary, salary));
  }
  if (type) {
    if (!isType(type)) return undefined;
    conditions.push(eq(jobs.type, type));
  }
  if (company) {
    if (!isId(company)) return undefined;
    conditions.push(eq(jobs.company_id, company));
  }
  return and(...conditions);
}

/** Open jobs, newest first; one row more than `limit` where the list goes on. */
export async function listOpenJobs(
  db: Database,
  filters: JobFilters,
  { limit, after, whole }: { limit: number; after: Cursor | undefined; whole: boolean },
) {
  const condition = openJobs(filters);
  if (!condition) return [];
  return db
    .select({ ...listColumns, description: whole ? jobs.description : sql<null>`null` })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .where(
      and(
        condition,
        after && sql`(${jobs.date}, ${jobs.id}) < (${after.key}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(jobs.date), desc(jobs.id))
    .limit(limit + 1);
}

export async function countOpenJobs(db: Database, filters: JobFilters): Promise<number> {
  const condition = openJobs(filters);
  if (!condition) return 0;
  const [row] = await db.select({ total: count() }).from(jobs).where(condition);
  return row?.total ?? 0;
}

export type JobRow = NonNullable<Awaited<ReturnType<typeof findOpenJob>>>;

export async function findOpenJob(db: Database, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select({ job: jobs, company: companies })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .where(and(eq(jobs.id, id), isNull(jobs.closed_at)));
  return row;
}
