import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { source_jobs } from '#server/db/source-tables.ts';
import type { SourceRow } from '../queries.ts';
import type { KnownEntry } from './read-list.ts';

/** Reads the ledger's data about the ids of a source. */
export async function readLedger(
  db: Database,
  { id, system, company_id }: Pick<SourceRow, 'id' | 'system' | 'company_id'>,
): Promise<Map<string, KnownEntry>> {
  const { external_id, job_id, missing_since, digest, detailed_at, reason } = source_jobs;
  const hasOtherId = sql`(${jobs.source}, ${jobs.source_id}) is distinct from (${system}, ${external_id})`;
  const isHere = sql`${jobs.company_id} = ${company_id}`;
  // A reposted job can take the id of the entry if its own id is no longer listed at the source from which the job
  // comes.
  const isFree = sql`exists (select from ${source_jobs} own where own.job_id = ${jobs.id}
    and own.external_id = ${jobs.source_id} and own.missing_since is not null)`;
  const rows = await db
    .select({
      id: external_id,
      digest,
      detailedAt: detailed_at,
      isLeftOut: sql<boolean>`${reason} is not null`,
      isMissing: sql<boolean>`${missing_since} is not null`,
      isStale: sql<boolean>`coalesce(${hasOtherId} or ${jobs.kept_open}, false)`,
      isDue: sql<boolean>`coalesce(${missing_since} is null and ${isHere}
        and (${digest} is null or ${jobs.kept_open} or (${hasOtherId} and ${isFree})), false)`,
    })
    .from(source_jobs)
    .leftJoin(jobs, eq(jobs.id, job_id))
    .where(eq(source_jobs.source_id, id));
  return new Map(rows.map(({ id: entry, ...known }) => [entry, known]));
}
