import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { descriptionDigest, jobs } from '#server/db/schema.ts';
import type { NewJob } from '#shared/contract/job-requests.ts';

/**
 * Whether the description begins like the description of another company's job. This is a sign of fraud, because
 * impostors copy real jobs.
 */
export async function isCopied(
  db: Database,
  { description, company }: Pick<NewJob, 'description' | 'company'>,
): Promise<boolean> {
  const [copy] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(descriptionDigest(jobs.description), descriptionDigest(sql`${description}::text`)),
        ne(jobs.company_id, company.id),
      ),
    )
    .limit(1);
  return copy !== undefined;
}
