import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { createCompany } from '#tests/support/factories.ts';

/**
 * Inserts many open jobs of one company, with one statement for the jobs and one for their rows in the search index.
 * Their words are not in the index.
 */
export async function insertJobs(db: Database, count: number): Promise<void> {
  const { id } = await createCompany(db);
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table jobs disable trigger user`);
    await tx.execute(sql`
      insert into jobs (id, company_id, title, type, location, description)
      select gen_random_uuid(), ${id}::uuid, 'Maker', 'Full-Time', 'Lisbon', repeat('You will make. ', 20)
      from generate_series(1, ${count}::integer)`);
    await tx.execute(sql`alter table jobs enable trigger user`);
    await tx.execute(sql`
      insert into job_search (job_id, company_id, type, salary, date, reach, heading, body, exact)
      select id, company_id, type::employment_type, '', date, -1, '', '', '{}' from jobs`);
  });
  await db.execute(sql`analyze jobs`);
  await db.execute(sql`analyze job_search`);
}
