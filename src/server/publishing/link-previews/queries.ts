import { eq } from 'drizzle-orm';
import type { Reader } from '#server/db/prepared-reads.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { isId } from '#server/http/api/cursor.ts';

const jobColumns = {
  title: jobs.title,
  type: jobs.type,
  location: jobs.location,
  salary: jobs.salary,
  pay_minimum: jobs.pay_minimum,
  pay_maximum: jobs.pay_maximum,
  pay_currency: jobs.pay_currency,
  pay_unit: jobs.pay_unit,
  validthrough: jobs.validthrough,
  closed_at: jobs.closed_at,
  company: { id: companies.id, name: companies.name, logo: companies.logo },
};

export type JobToPreview = NonNullable<Awaited<ReturnType<typeof findJobToPreview>>>;

/** The data for the preview of an open or closed job. */
export async function findJobToPreview(db: Reader, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select(jobColumns)
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
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
