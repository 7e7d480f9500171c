import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { findCompanyName, nameOfSlug } from '#server/content/names/company-name.ts';
import { isLongerThan } from '#server/content/text.ts';
import type { Database } from '#server/db/client.ts';
import { audit_events, companies, jobs } from '#server/db/schema.ts';
import { COMPANY_NAME_LENGTH } from '#shared/limits.ts';
import { findCompanyOfMergedFeed } from '../../merges/follow-merges.ts';
import { BY_PERSON, findCompanyDeletion } from '../writes/human-changes.ts';
import type { Feed } from './feed.ts';

/** Thrown if a person has deleted the company of the feed. Nothing is imported. */
export class CompanyDeletedError extends Error {
  override name = 'CompanyDeletedError';
  readonly eventId: number;

  constructor(eventId: number) {
    super(`a person deleted its company (event ${eventId})`);
    this.eventId = eventId;
  }
}

/** The maximum number of job ids by which the company of a feed is found. */
const SAMPLE = 100;

export type FeedIdentity = Pick<Feed, 'system' | 'company'> & {
  /** The texts of some of the feed's jobs, which spell the company's name. */
  texts?: string[];
  /** The URL of the feed; undefined if no job has a URL. */
  url: string | undefined;
  /** The ids of some of the feed's jobs at the source. */
  jobIds: string[];
};

/** The company of a feed. */
export type FeedCompany = {
  id: string;
  /**
   * The id of the feed, if it belongs to a company that was merged into this one; otherwise null. The column
   * `jobs.feed` has the same value.
   */
  feed: string | null;
};

/**
 * Finds and locks the company of the feed, so that two imports of the same feed run one after the other. Returns
 * undefined if the company does not exist. The lock (FOR NO KEY UPDATE) does not block people who post jobs, because
 * adding a job takes only FOR KEY SHARE. https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS
 */
export async function lockCompanyOfFeed(
  tx: Database,
  feed: FeedIdentity,
): Promise<FeedCompany | undefined> {
  const { system, company, url } = feed;
  const known = await lockBySourceId(tx, system, url ?? company.name);
  if (known) return { id: known, feed: null };
  const merged = await lockByMergedFeed(tx, system, url ?? company.name);
  if (merged) return merged;
  const id = url === undefined ? await lockByJobs(tx, feed) : undefined;
  return id ? { id, feed: null } : undefined;
}

/** Finds and locks the company into which the company with this feed was merged. */
async function lockByMergedFeed(
  tx: Database,
  system: string,
  sourceId: string,
): Promise<FeedCompany | undefined> {
  const target = await findCompanyOfMergedFeed(tx, system, sourceId);
  if (!target) return undefined;
  const [row] = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, target))
    .for('no key update');
  // The company may have been merged again, or the merge undone, while this transaction waited for the lock.
  if (!row || (await findCompanyOfMergedFeed(tx, system, sourceId)) !== row.id) {
    throw new Error(`the company ${target} was merged or deleted while it was imported`);
  }
  return { id: row.id, feed: sourceId };
}

/**
 * Finds and locks the company of the feed, or creates it.
 * @throws CompanyDeletedError if a person has deleted the company
 */
export async function findOrCreateCompany(tx: Database, feed: FeedIdentity): Promise<FeedCompany> {
  const known = await lockCompanyOfFeed(tx, feed);
  if (known) {
    await correctName(tx, known, feed);
    return known;
  }
  const { system, company, url, jobIds } = feed;
  const sourceId = url ?? company.name;
  const event = await findCompanyDeletion(tx, system, {
    names: [sourceId, company.name],
    jobIds: jobIds.slice(0, SAMPLE),
  });
  if (event !== undefined) throw new CompanyDeletedError(event);
  await tx
    .insert(companies)
    .values({ id: uuidv7(), name: nameOf(feed), source: system, source_id: sourceId })
    .onConflictDoNothing({ target: [companies.source, companies.source_id] });
  const id = await lockBySourceId(tx, system, sourceId);
  if (!id) throw new Error(`the company ${company.name} was deleted while it was imported`);
  return { id, feed: null };
}

/** The name that the company's jobs use, or else one made of the feed's name. */
function nameOf({ company, texts = [] }: FeedIdentity): string {
  const name = findCompanyName(company.name, texts) ?? nameOfSlug(company.name);
  return isLongerThan(name, COMPANY_NAME_LENGTH) ? company.name : name;
}

/** Renames a company that still has the name of its feed, unless a person has edited the name. */
async function correctName(tx: Database, { id, feed: merged }: FeedCompany, feed: FeedIdentity) {
  const name = nameOf(feed);
  if (merged !== null || name === feed.company.name) return;
  await tx
    .update(companies)
    .set({ name, updated_at: sql`now()` })
    .where(
      and(
        eq(companies.id, id),
        eq(companies.name, feed.company.name),
        sql`not exists (select from ${audit_events} where ${audit_events.kind} = 'company'
          and ${audit_events.thing_id} = ${id} and ${audit_events.after} ->> 'name' is not null
          and ${audit_events.action} = 'update' and ${BY_PERSON})`,
      ),
    );
}

async function lockBySourceId(
  tx: Database,
  system: string,
  sourceId: string,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.source, system), eq(companies.source_id, sourceId)))
    .for('no key update');
  return row?.id;
}

/** Finds and locks the company that already has jobs of a feed without URLs. */
async function lockByJobs(
  tx: Database,
  { system, jobIds }: FeedIdentity,
): Promise<string | undefined> {
  const {
    rows: [sameJobs],
  } = await tx.execute<{ id: string }>(sql`
    select ${companies.id} from ${companies} join ${jobs} on ${jobs.company_id} = ${companies.id}
    where ${companies.source} = ${system} and ${jobs.source} = ${system}
      and ${jobs.source_id} = any(${sql.param(jobIds.slice(0, SAMPLE))}::text[])
    group by ${companies.id} order by count(*) desc, ${companies.id} limit 1`);
  if (!sameJobs) return undefined;
  const [row] = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, sameJobs.id))
    .for('no key update');
  return row?.id;
}
