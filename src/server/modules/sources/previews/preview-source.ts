import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { findCompanyName, nameOfSlug } from '#server/content/names/company-name.ts';
import type { Database } from '#server/db/client.ts';
import { companies } from '#server/db/schema.ts';
import { source_previews, sources } from '#server/db/source-tables.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { FetchError } from '#server/job-feeds/fetch/fetch-error.ts';
import type { FeedJob } from '#server/job-feeds/systems/feed-job.ts';
import { UnreadableFeedError } from '#server/job-feeds/systems/system.ts';
import type { RecognizedFeed } from '#server/job-feeds/systems/systems.ts';
import { isAtProvenDomain } from '#server/modules/claims/queries.ts';
import type { PreviewResult } from '#shared/contract/sources.ts';
import { formatPay } from '#shared/format/pay.ts';
import { countDuplicates } from '../duplicates/find-duplicates.ts';
import type { PreviewRow, SourceRow } from '../queries.ts';
import { readSiteList, readSitePage } from '../reader/read-site.ts';
import { applyList } from '../runs/apply-list.ts';
import { holdPreview } from '../runs/lease.ts';
import { addressOf, type Reach } from '../runs/open-client.ts';
import { readLedger } from '../runs/read-ledger.ts';
import type { ReadList } from '../runs/read-list.ts';
import { findRejection } from '../writes/rejected-data.ts';
import { failedPreview } from './failed-preview.ts';

/** The number of jobs that a preview reads in detail and shows. */
const SAMPLES = 5;

/** The maximum numbers of other sources on the page, and of entries that were left out, that a preview names. */
const MAX_OTHERS = 5;
const MAX_SKIPPED = 10;

export type PreviewOptions = {
  db: Database;
  reach: Reach;
  logger: FastifyBaseLogger;
  signal: AbortSignal;
  clock?: () => Date;
};

/** Finds the source at the URL of a preview, reads it, and stores what a first run would do. */
export async function previewSource(preview: PreviewRow, options: PreviewOptions): Promise<void> {
  const { db, logger, signal, clock = () => new Date() } = options;
  const isThis = eq(source_previews.id, preview.id);
  const release = holdPreview(db, preview, { clock, logger });
  let result: PreviewResult;
  try {
    result = await lookAt(preview, options);
  } catch (error) {
    // If this process is stopping, do not store a result, so that another process claims the preview.
    if (signal.aborted) {
      await db.update(source_previews).set({ leased_until: null }).where(isThis);
      return;
    }
    const reason = reasonOf(error);
    if (reason === undefined) {
      logger.error({ err: error, preview: preview.id }, 'Preview of a source failed');
    } else if (error instanceof Error && error.cause) {
      logger.warn({ err: error, preview: preview.id }, 'Site of a preview unreadable');
    }
    result = failedPreview(reason ?? 'Something went wrong on our side. Try again later.');
  } finally {
    release();
  }
  await db.update(source_previews).set({ result, leased_until: null }).where(isThis);
}

const NOT_FOUND =
  'No job board was found at this URL. Enter the URL of the page that lists the jobs, or of one job.';

function reasonOf(error: unknown): string | undefined {
  if (error instanceof FetchError) return error.message;
  if (error instanceof UnreadableFeedError) return `It cannot be read: ${error.message}.`;
  const rejection = findRejection(error);
  return rejection && `Its jobs cannot be stored: ${rejection}.`;
}

async function lookAt(preview: PreviewRow, options: PreviewOptions): Promise<PreviewResult> {
  const { db, reach, signal, clock = () => new Date() } = options;
  const { feeds, page } = await readSitePage({ db, reach, signal }, preview.url);
  const [feed, ...others] = feeds;
  if (!feed) return failedPreview(NOT_FOUND);
  const { system, tenant } = feed;
  const address = addressOf({ tenant, settings: preview.settings }, reach);
  const found = { found: describe(feed), others: others.slice(0, MAX_OTHERS).map(describe) };
  const [existing] = await db
    .select()
    .from(sources)
    .where(and(eq(sources.system, system.id), eq(sources.tenant, tenant)));
  const known = existing ? await readLedger(db, existing) : new Map();
  const { list } = await readSiteList(
    { db, reach, signal },
    {
      system,
      address,
      known,
      now: clock(),
      maxDetails: SAMPLES,
      async onReceived({ listed }) {
        if (listed === undefined) return;
        await db.update(source_previews).set({ listed }).where(eq(source_previews.id, preview.id));
      },
    },
  );
  const jobs = list.changed.flatMap(({ outcome }) => ('job' in outcome ? [outcome.job] : []));
  return {
    ...found,
    existing: existing?.id ?? null,
    company: nameOf(tenant, list, jobs),
    proven: await isProven(db, preview.company_id, page),
    jobs: list.listed.size,
    complete: list.isComplete,
    samples: jobs.slice(0, SAMPLES).map(presentSample),
    checked: jobs.length,
    lacking: countLacking(jobs),
    ...(await dryRun(db, { preview, feed, existing, list, now: clock() })),
    skipped: list.skipped.slice(0, MAX_SKIPPED),
    error: list.listed.size === 0 ? EMPTY : '',
  };
}

/** The name that the jobs use, or else the one that the list states, or else one made of the address. */
function nameOf(tenant: string, { company }: ReadList, jobs: FeedJob[]): string {
  const slug = /^[\w%+-]+(?=$|[/:])(?!:\/\/)/.exec(tenant)?.[0];
  const texts = jobs.map(({ title, description }) => `${title}\n${description}`);
  const used = slug && findCompanyName(slug, texts);
  return used || company || (slug ? nameOfSlug(slug) : '');
}

const EMPTY = 'The list is empty. Check the URL, or try again when the company has jobs.';

function describe({ system, tenant }: RecognizedFeed) {
  return {
    system: system.id,
    systemname: system.name,
    tenant,
    url: system.pageUrl({ tenant }),
  };
}

/** Whether the page that names the source is at a proven domain of the company. */
async function isProven(db: Database, companyId: string | null, page: URL | undefined) {
  return companyId !== null && page !== undefined && isAtProvenDomain(db, companyId, page.href);
}

function presentSample({ title, location, type, pay, applyurl }: FeedJob) {
  return { title, location, type, pay: pay ? formatPay(pay) : '', url: applyurl };
}

function countLacking(jobs: FeedJob[]) {
  const lacking = (isLacking: (job: FeedJob) => boolean) => jobs.filter(isLacking).length;
  return {
    description: lacking(({ description }) => description === ''),
    location: lacking(({ location }) => location === ''),
    pay: lacking(({ pay }) => pay === null),
    employment: lacking(({ employment }) => employment === null),
    applyurl: lacking(({ applyurl, applyemail }) => applyurl === '' && applyemail === ''),
  };
}

/** An error that carries the result out of a transaction in order to roll it back. */
class RolledBack extends Error {
  readonly result: Pick<PreviewResult, 'counts' | 'duplicates'>;

  constructor(result: RolledBack['result']) {
    super('The transaction of a dry run is rolled back');
    this.result = result;
  }
}

type DryRun = {
  preview: PreviewRow;
  feed: RecognizedFeed;
  existing: SourceRow | undefined;
  list: ReadList;
  now: Date;
};

/** Applies the list in a transaction that is rolled back, so a preview says exactly what a run would do. */
async function dryRun(db: Database, run: DryRun): Promise<RolledBack['result']> {
  try {
    return await withActor(db, ACTORS.source, async (tx) => {
      const source = run.existing ?? (await insertForNow(tx, run));
      const { counts } = await applyList(tx, { ...source, may_close: true }, run.list, run.now);
      // Count entries as new jobs if their details were not read.
      const { rows } = await tx.execute<{ count: number }>(sql`
        select count(*)::integer as count from unnest(${sql.param([...run.list.listed])}::text[]) id
        where not exists (select from source_jobs where source_id = ${source.id} and external_id = id)`);
      const unread = rows[0]?.count ?? 0;
      throw new RolledBack({
        counts: {
          ...counts,
          added: counts.added + unread,
          unchanged: Math.max(0, counts.unchanged - unread),
        },
        duplicates: await countDuplicates(tx, source.id),
      });
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}

async function insertForNow(tx: Database, { preview, feed }: DryRun): Promise<SourceRow> {
  const company_id = preview.company_id ?? uuidv7();
  if (!preview.company_id) {
    await tx.insert(companies).values({ id: company_id, name: 'A new company' });
  }
  const { system, tenant } = feed;
  const [source] = await tx
    .insert(sources)
    .values({
      id: uuidv7(),
      company_id,
      system: system.id,
      tenant,
      settings: preview.settings,
      state: 'active',
    })
    .returning();
  if (!source) throw new Error('an inserted source has no row');
  return source;
}
