import { desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { hidden_companies, job_marks } from '#server/db/mark-tables.ts';
import { companies } from '#server/db/schema.ts';

/** Reads what a person has marked. */
export async function listMarks(db: Database, accountId: string) {
  const [jobs, hidden] = await Promise.all([
    db
      .select()
      .from(job_marks)
      .where(eq(job_marks.account_id, accountId))
      .orderBy(desc(job_marks.updated_at), desc(job_marks.job_id)),
    db
      .select({ id: companies.id, name: companies.name, hidden_at: hidden_companies.hidden_at })
      .from(hidden_companies)
      .innerJoin(companies, eq(companies.id, hidden_companies.company_id))
      .where(eq(hidden_companies.account_id, accountId))
      .orderBy(desc(hidden_companies.hidden_at), desc(companies.id)),
  ]);
  return { jobs, companies: hidden };
}

export type MarkRows = Awaited<ReturnType<typeof listMarks>>;
