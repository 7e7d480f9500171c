import { sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import type { NamedCompany } from '#shared/contract/job-responses.ts';
import { countTotal } from './facet-counts.ts';
import type { Match } from './ranking-tiers.ts';

/**
 * Reads the company whose whole name equals the words of a search. If several companies have the name, returns the
 * oldest one.
 */
export async function readNamedCompany(
  db: BoardDatabase,
  match: Match | undefined,
): Promise<NamedCompany | undefined> {
  const ids = match?.namedCompanies ?? [];
  if (ids.length === 0) return undefined;
  const [company] = await db.reads.run<Omit<NamedCompany, 'jobs'>>(
    'named_company',
    sql`select id, name, logo from companies where id = any(${sql.param(ids)}::uuid[])
      order by id limit 1`,
  );
  if (!company) return undefined;
  const jobs = await countTotal(db, { filters: { company: [company.id] }, match: undefined });
  return { ...company, jobs };
}
