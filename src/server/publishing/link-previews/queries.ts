import { eq } from 'drizzle-orm';
import { job_facts } from '#server/db/fact-tables.ts';
import type { Reader } from '#server/db/prepared-reads.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { isId } from '#server/http/api/cursor.ts';
import { closesAt, factColumns } from '#server/modules/facts/queries.ts';

const jobColumns = {
  title: jobs.title,
  type: jobs.type,
  location: jobs.location,
  salary: factColumns.salary,
  pay: factColumns.pay,
  closes_at: closesAt,
  closed_at: jobs.closed_at,
  company: { id: companies.id, name: companies.name, logo: companies.logo },
};

export type JobToPreview = NonNullable<Awaited<ReturnType<typeof findJobToPreview>>>;

/** Reads the data for the preview of a job, whether open or closed. */
export async function findJobToPreview(db: Reader, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select(jobColumns)
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .leftJoin(job_facts, eq(job_facts.job_id, jobs.id))
    .where(eq(jobs.id, id));
  return row;
}

const companyColumns = {
  id: companies.id,
  name: companies.name,
  logo: companies.logo,
  website: companies.website,
  summary: companies.summary,
  summary_truncated: companies.summary_truncated,
};

export type CompanyToPreview = NonNullable<Awaited<ReturnType<typeof findCompanyToPreview>>>;

export async function findCompanyToPreview(db: Reader, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db.select(companyColumns).from(companies).where(eq(companies.id, id));
  return row;
}
