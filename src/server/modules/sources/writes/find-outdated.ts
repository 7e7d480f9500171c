import { sql } from 'drizzle-orm';
import { DEFAULT_RATES } from '#server/content/pay/exchange-rates.ts';
import type { Database } from '#server/db/client.ts';
import { type FactSource, readFacts } from '#server/modules/facts/read-facts.ts';
import { type PlainDate, toPlainDate } from '#shared/domain/plain-date.ts';

type NewJob = FactSource & { validthrough: PlainDate | null };

/** Returns the ids of the new jobs whose closing date is already over where the job is. */
export async function findOutdated(tx: Database, jobs: NewJob[]): Promise<Set<string>> {
  const now = new Date();
  const today = toPlainDate(now);
  // No day ends anywhere before it begins in UTC, so that few jobs must be read.
  const near = jobs.filter(({ validthrough }) => validthrough !== null && validthrough <= today);
  if (near.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from unnest(
      ${sql.param(near.map(({ id }) => id))}::text[],
      ${sql.param(near.map(({ validthrough }) => validthrough))}::date[],
      ${sql.param(near.map((job) => readFacts(job, DEFAULT_RATES).zone))}::text[]
    ) as job (id, day, zone)
    where closing_moment(day, zone) < ${now.toISOString()}::timestamptz`);
  return new Set(rows.map(({ id }) => id));
}
