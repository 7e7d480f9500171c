import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { findCompanyDeletion } from './human-changes.ts';
import type { SourceBoard } from './source-board.ts';

/** A person deleted the board's company: nothing of the board is imported. */
export class CompanyDeletedError extends Error {
  override name = 'CompanyDeletedError';
  readonly eventId: number;

  constructor(eventId: number) {
    super(`a person deleted its company (event ${eventId})`);
    this.eventId = eventId;
  }
}

/** Enough to recognize a board by (ids). */
const SAMPLE = 100;

export type BoardIdentity = Pick<SourceBoard, 'source' | 'company'> & {
  /** Where the source has the board's jobs; undefined where no job names its address. */
  url: string | undefined;
  /** Some of its jobs, by their source's ids. */
  jobIds: string[];
};

/**
 * The id of the board's company, if there is one; its row stays locked, so that two imports of one board take turns.
 * Others may add jobs to it meanwhile, which takes a share of the row's key.
 * https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS
 */
export async function lockCompany(tx: Database, board: BoardIdentity): Promise<string | undefined> {
  const { source, company, url } = board;
  const known = await lockBySourceId(tx, source, url ?? company.name);
  return known ?? lockByJobs(tx, board);
}

/**
 * The same, and one that is made where there is none.
 * @throws CompanyDeletedError where a person deleted it
 */
export async function makeCompany(tx: Database, board: BoardIdentity): Promise<string> {
  const known = await lockCompany(tx, board);
  if (known) return known;
  const { source, company, url, jobIds } = board;
  const sourceId = url ?? company.name;
  const event = await findCompanyDeletion(tx, source, {
    names: [sourceId, company.name],
    jobIds: jobIds.slice(0, SAMPLE),
  });
  if (event !== undefined) throw new CompanyDeletedError(event);
  await tx
    .insert(companies)
    .values({ id: uuidv7(), name: company.name, source, source_id: sourceId })
    .onConflictDoNothing({ target: [companies.source, companies.source_id] });
  const id = await lockBySourceId(tx, source, sourceId);
  if (!id) throw new Error(`the company ${company.name} was deleted while it was imported`);
  return id;
}

async function lockBySourceId(
  tx: Database,
  source: string,
  sourceId: string,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.source, source), eq(companies.source_id, sourceId)))
    .for('no key update');
  return row?.id;
}

/**
 * The company that has jobs of this board. Earlier versions knew a board by its file's name: such a company, found by
 * its jobs or else by that name, is known by the board's address from now on.
 */
async function lockByJobs(
  tx: Database,
  { source, company, url, jobIds }: BoardIdentity,
): Promise<string | undefined> {
  const earlier = sql`${companies.source_id} not like 'https://%'`;
  const {
    rows: [sameJobs],
  } = await tx.execute<{ source_id: string }>(sql`
    select ${companies.source_id} from ${companies} join ${jobs} on ${jobs.company_id} = ${companies.id}
    where ${companies.source} = ${source} and ${url === undefined ? sql`true` : earlier}
      and ${jobs.source} = ${source}
      and ${jobs.source_id} = any(${sql.param(jobIds.slice(0, SAMPLE))}::text[])
    group by ${companies.id} order by count(*) desc, ${companies.id} limit 1`);
  const id = await lockBySourceId(tx, source, sameJobs?.source_id ?? company.name);
  // Neither the version nor the day of the last change moves: nobody sees this.
  if (id && url !== undefined) {
    await tx.execute(sql`update ${companies} set source_id = ${url} where id = ${id}`);
  }
  return id;
}
