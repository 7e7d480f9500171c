import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { company_merges, job_merges } from '#server/db/merge-tables.ts';
import type { Reader } from '#server/db/prepared-reads.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { named } from '#server/db/statement-name.ts';
import { isId } from '#server/http/api/cursor.ts';

/** The maximum number of merges that are followed, if the remaining company was itself merged, and so on. */
const MAX_STEPS = 20;

/**
 * Finds the companies into which these companies were merged, and follows further merges of those.
 * @returns the id of the remaining company, by the id of each merged company; companies that were not merged are
 * missing
 */
export async function findMergedCompanies(db: Reader, ids: string[]): Promise<Map<string, string>> {
  const known = ids.filter(isId).map((id) => id.toLowerCase());
  if (known.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; target: string }>(
    named(
      'merged_companies',
      sql`with recursive step as (
          select id, into_id, 1 as number from ${company_merges}
            where id = any(${sql.param(known)}::uuid[])
          union all
          select step.id, next.into_id, number + 1 from step
            join ${company_merges} next on next.id = step.into_id where number < ${MAX_STEPS}
        )
        select step.id, companies.id as target from step
          join ${companies} on companies.id = step.into_id`,
    ),
  );
  return new Map(rows.map(({ id, target }) => [id, target]));
}

/** Finds the job that remains of a duplicate that a merge has deleted. */
export async function findMergedJob(db: Reader, id: string): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await db.execute<{ id: string }>(
    named(
      'merged_job',
      sql`with recursive step as (
          select into_id, 1 as number from ${job_merges} where id = ${id}::uuid
          union all
          select next.into_id, number + 1 from step
            join ${job_merges} next on next.id = step.into_id where number < ${MAX_STEPS}
        )
        select jobs.id from step join ${jobs} on jobs.id = step.into_id`,
    ),
  );
  return rows[0]?.id;
}

/** SQL: the ids, as texts, of a company and of all companies that were merged into it. */
export function idsOfCompany(id: string): SQL {
  return sql`(with recursive former as (
    select ${id}::uuid as id
    union select ${company_merges}.id from ${company_merges} join former on into_id = former.id
  ) select id::text from former)`;
}

/** The id of the company that remains, if this company was merged; otherwise the same id. */
export async function followMerges(db: Database, id: string): Promise<string> {
  return (await findMergedCompanies(db, [id])).get(id.toLowerCase()) ?? id;
}

/**
 * Finds the company to which imports of a feed now belong, because its own company was merged into that one.
 * @returns its id; undefined if no company with this feed was merged
 */
export async function findCompanyOfMergedFeed(
  tx: Database,
  source: string,
  sourceId: string,
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${company_merges} where source = ${source} and source_id = ${sourceId}
    order by created_at desc limit 1`);
  const [merged] = rows;
  return merged && (await findMergedCompanies(tx, [merged.id])).get(merged.id);
}
