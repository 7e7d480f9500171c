import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { closesTooMany } from '../writes/closing-limit.ts';
import { notifyImport } from '../writes/import-notice.ts';
import { REMOVED, writeJobs } from '../writes/write-jobs.ts';
import type { Feed, FeedEnd } from './feed.ts';
import { type FeedCompany, findOrCreateCompany, lockCompanyOfFeed } from './find-company.ts';

export type ImportCounts = { added: number; updated: number; unchanged: number; closed: number };

/** The outcome of the import of a feed. */
export type ImportedFeed = Pick<FeedEnd, 'skipped' | 'listed'> & {
  counts: ImportCounts;
  /** The number of jobs that have fields edited by people. */
  edited: number;
  /** The number of jobs that were added without their closing date, because it is already past. */
  outdated: number;
};

export type ImportOptions = {
  /** Whether the import may close any number of jobs. */
  force?: boolean | undefined;
  /** Called when the company of the feed is locked, so that later imports of the same company wait for this one. */
  onLocked?: (() => void) | undefined;
};

/** Thrown if the feed lists so few of the open jobs that it may be incomplete. Nothing is imported. */
export class TooManyClosedError extends Error {
  override name = 'TooManyClosedError';
}

/**
 * Imports a feed in one transaction: adds, updates or reopens the jobs that it lists, and closes jobs that it no longer
 * lists. Reads the next batch while PostgreSQL writes the current batch. Does not touch what people have edited,
 * deleted or moved.
 * @throws TooManyClosedError, CompanyDeletedError
 */
export async function importFeed(
  db: Database,
  feed: Feed,
  { force = false, onLocked }: ImportOptions = {},
): Promise<ImportedFeed> {
  try {
    return await withActor(db, ACTORS.import, async (tx) => {
      const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0, closed: 0 };
      const removed: FeedEnd['skipped'] = [];
      let edited = 0;
      let outdated = 0;
      let company: FeedCompany | undefined;
      let openBefore = 0;
      let result = await feed.jobs.next();
      while (!result.done) {
        const { url, jobs: batch } = result.value;
        if (company === undefined) {
          const jobIds = batch.map(({ sourceId }) => sourceId);
          const texts = batch.map(({ title, description }) => `${title}\n${description}`);
          company = await findOrCreateCompany(tx, { ...feed, url, jobIds, texts });
          onLocked?.();
          openBefore = await countOpen(tx, feed.system, company);
        }
        const [written, next] = await bothOf(
          writeJobs(tx, feed.system, company, batch),
          feed.jobs.next(),
        );
        counts.added += written.added;
        counts.updated += written.updated;
        counts.unchanged += written.unchanged;
        edited += written.edited.size;
        outdated += written.outdated.length;
        for (const job of written.removed) removed.push({ job, reason: REMOVED });
        result = next;
      }
      const { url, listed, skipped } = result.value;
      if (company === undefined) {
        company = await lockCompanyOfFeed(tx, { ...feed, url, jobIds: [...(listed ?? [])] });
        if (company) openBefore = await countOpen(tx, feed.system, company);
      }
      if (company && listed) {
        counts.closed = await closeUnlisted(tx, feed.system, company, listed);
        if (!force && closesTooMany(counts.closed, openBefore)) {
          throw new TooManyClosedError(
            `it would close ${counts.closed} of ${openBefore} open jobs; if it is complete, import it with --force`,
          );
        }
      }
      await notifyImport(tx, counts);
      return { counts, edited, outdated, listed, skipped: [...skipped, ...removed] };
    });
  } finally {
    // Close the file if the import has failed.
    await feed.jobs.return({ url: undefined, skipped: [], listed: undefined });
  }
}

/** SQL: whether a job of the company comes from this feed. */
function isOfFeed(system: string, { id, feed }: FeedCompany): SQL | undefined {
  return and(
    eq(jobs.company_id, id),
    eq(jobs.source, system),
    sql`${jobs.feed} is not distinct from ${feed}`,
  );
}

/** Counts the open jobs that a company has from this feed. */
function countOpen(tx: Database, system: string, company: FeedCompany): Promise<number> {
  return tx.$count(jobs, and(isOfFeed(system, company), isNull(jobs.closed_at)));
}

/** Waits for both promises even if one fails, so that nothing still runs when the error is thrown. */
async function bothOf<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

async function closeUnlisted(
  tx: Database,
  system: string,
  company: FeedCompany,
  listed: ReadonlySet<string>,
): Promise<number> {
  const closed = await tx
    .update(jobs)
    .set({ closed_at: sql`now()`, updated_at: sql`now()` })
    .where(
      and(
        isOfFeed(system, company),
        isNull(jobs.closed_at),
        // The import does not close a job that an admin has reopened, although its source no longer lists it.
        eq(jobs.kept_open, false),
        sql`${jobs.source_id} <> all(${sql.param([...listed])}::text[])`,
      ),
    )
    .returning({ id: jobs.id });
  return closed.length;
}
