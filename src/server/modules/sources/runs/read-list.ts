import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { toOneLine } from '#server/content/text.ts';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { type SkippedEntry, source_jobs } from '#server/db/source-tables.ts';
import type { SourceJob } from '../systems/source-feed.ts';
import type { ListedItem, SourceAddress, SourceClient, System } from '../systems/system.ts';
import type { SourceRow } from './lease.ts';

/**
 * The version of the readers of all systems. Increment it when a reader reads more or different facts, so that the next
 * run reads unchanged entries again.
 */
const READER_VERSION = 1;

/** The maximum number of entries of a list. A longer list is not complete. */
export const MAX_ENTRIES = 100_000;

/**
 * How long details that are not in the list are trusted (ms): a week. If the entry in the list changes, the details are
 * read at once.
 */
const DETAILS_LIFETIME = 7 * 24 * 60 * 60 * 1_000;

/** The data from earlier runs about an id. */
export type KnownEntry = {
  digest: string | null;
  detailedAt: Date | null;
  /** Whether the latest complete list lacked it. */
  isMissing: boolean;
  /**
   * Whether the entry must be read even if it has not changed: its job has a new id, or a person has reopened or
   * restored the job.
   */
  isStale: boolean;
  /** Whether the entry must be read even if the list has not changed. */
  isDue: boolean;
};

/** An entry that is new, or that has changed since the last run. */
export type ChangedEntry = {
  id: string;
  digest: string;
  detailedAt: Date | null;
  outcome: { job: SourceJob } | { reason: string };
};

/** Reads the ledger's data about the ids of a source. */
export async function readLedger(
  db: Database,
  { id, system, company_id }: Pick<SourceRow, 'id' | 'system' | 'company_id'>,
): Promise<Map<string, KnownEntry>> {
  const { external_id, job_id, missing_since, digest, detailed_at } = source_jobs;
  const hasOtherId = sql`(${jobs.source}, ${jobs.source_id}) is distinct from (${system}, ${external_id})`;
  const isHere = sql`${jobs.company_id} = ${company_id}`;
  // The job can take the listed id if its own id is no longer listed at the source from which the job comes.
  const isFree = sql`exists (select from ${source_jobs} own where own.job_id = ${jobs.id}
    and own.external_id = ${jobs.source_id} and own.missing_since is not null)`;
  const rows = await db
    .select({
      id: external_id,
      digest,
      detailedAt: detailed_at,
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

export type ReadList = {
  /** The ids of all entries. */
  listed: ReadonlySet<string>;
  changed: ChangedEntry[];
  /** The entries that are left out, whether they have changed or not. */
  skipped: SkippedEntry[];
  /** Whether the list has all jobs of the source. Otherwise, no job counts as missing. */
  isComplete: boolean;
  /** The name of the company, if the list states it. */
  company: string | undefined;
};

type Options = {
  system: System;
  address: SourceAddress;
  client: SourceClient;
  known: ReadonlyMap<string, KnownEntry>;
  now: Date;
  /** The maximum number of entries that are read in detail; by default, all. */
  maxDetails?: number;
  /** Called after each page of the list. */
  onProgress?: (listed: number) => Promise<void>;
  signal: AbortSignal;
};

/**
 * Reads the list of a source, and converts the entries that are new or that have changed. Compares entries by digests, so
 * that an unchanged list costs little more than its parsing.
 * @throws UnreadableFeedError, FetchError
 */
export async function readList(options: Options): Promise<ReadList> {
  const { system, address, client, known, now, onProgress, signal } = options;
  const listed = new Set<string>();
  const changed: ChangedEntry[] = [];
  const skipped: SkippedEntry[] = [];
  let details = options.maxDetails ?? Number.POSITIVE_INFINITY;
  let hasAllIds = true;
  let entries = 0;

  async function readEntry(item: ListedItem): Promise<void> {
    entries += 1;
    const id = item.id === undefined ? undefined : scopedId(system, address, item.id);
    if (id === undefined) {
      hasAllIds = false;
      skipped.push({ job: `number ${entries}`, reason: 'it has no id' });
      return;
    }
    if (listed.has(id)) {
      skipped.push({ job: id, reason: 'the list has it twice' });
      return;
    }
    listed.add(id);
    const digest = digestOf(item.data, address);
    const before = known.get(id);
    const isOld =
      system.detail !== undefined &&
      now.getTime() - (before?.detailedAt?.getTime() ?? 0) >= DETAILS_LIFETIME;
    if (before?.digest === digest && !before.isMissing && !before.isStale && !isOld) return;
    let data = item.data;
    let detailedAt: Date | null = null;
    if (system.detail) {
      if (details <= 0) return;
      details -= 1;
      data = await system.detail(address, item, client);
      detailedAt = now;
    }
    const converted = convert(system, data, address);
    if ('reason' in converted) {
      skipped.push({ job: id, reason: converted.reason });
      changed.push({ id, digest, detailedAt, outcome: converted });
    } else {
      changed.push({ id, digest, detailedAt, outcome: { job: { ...converted, sourceId: id } } });
    }
  }

  const pages = system.list(address, client);
  let page = await pages.next();
  while (!page.done) {
    for (const item of page.value) {
      signal.throwIfAborted();
      await readEntry(item);
    }
    await onProgress?.(listed.size);
    if (entries > MAX_ENTRIES) break;
    page = await pages.next();
  }
  if (!page.done) {
    await pages.return({ isComplete: false });
    return { listed, changed, skipped, isComplete: false, company: undefined };
  }
  const { isComplete, company } = page.value;
  return {
    listed,
    changed,
    skipped,
    // An empty list looks like the answer for an unknown customer.
    isComplete: isComplete && hasAllIds && listed.size > 0,
    company,
  };
}

/** The id of a job, as in `jobs.source_id`, prefixed with the tenant if ids are unique only within a tenant. */
function scopedId({ idScope }: System, { tenant }: SourceAddress, id: string): string {
  const plain = Buffer.from(id.replace(/\p{Cc}/gu, '')).toString();
  return idScope === 'system' ? plain : `${tenant}/${plain}`;
}

/** A digest of an entry, and of everything else that its conversion depends on. */
function digestOf(data: unknown, { settings = {} }: SourceAddress): string {
  return createHash('md5')
    .update(JSON.stringify([READER_VERSION, settings, data]))
    .digest('base64');
}

/** Converts an entry. If the conversion throws, the entry is left out, so that a bad entry does not stop the run. */
function convert(system: System, data: unknown, address: SourceAddress) {
  try {
    return system.toJob(data, address);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reason: `it cannot be converted (${toOneLine(reason).slice(0, 120)})` };
  }
}
