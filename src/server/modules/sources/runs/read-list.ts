import { createHash } from 'node:crypto';
import { toOneLine } from '#server/content/text.ts';
import type { SkippedEntry } from '#server/db/source-tables.ts';
import type { FeedClient } from '#server/job-feeds/fetch/fetch-client.ts';
import { FetchError } from '#server/job-feeds/fetch/fetch-error.ts';
import type { FeedJob } from '#server/job-feeds/systems/feed-job.ts';
import {
  type Converted,
  type FeedAddress,
  type ListedItem,
  type System,
  UnreadableFeedError,
} from '#server/job-feeds/systems/system.ts';

/**
 * The version of the code that converts the entries of all systems. Increment it when the code for a system reads more
 * or different facts, so that the next run reads unchanged entries again.
 */
const READER_VERSION = 2;

/** The maximum number of entries that are read from a list. A longer list counts as incomplete. */
const MAX_ENTRIES = 100_000;

/**
 * How long the details of a job are used before they are requested again (ms): a week, or a day if they describe no
 * job. Details are facts that are not in the list. If the entry in the list changes, the details are read at once.
 */
const DETAILS_LIFETIME = { job: 7 * 24 * 60 * 60 * 1_000, none: 24 * 60 * 60 * 1_000 } as const;

/**
 * The share of entries whose details must be malformed before the run concludes that the system has changed their
 * format.
 */
const MIN_MALFORMED_SHARE = 0.5;

/** What the ledger has stored about an id in earlier runs. */
export type KnownEntry = {
  digest: string | null;
  detailedAt: Date | null;
  /** Whether the entry could not be converted. */
  isLeftOut: boolean;
  /** Whether the latest complete list lacked the entry. */
  isMissing: boolean;
  /**
   * Whether the entry must be read even if it has not changed, because its job has a different id by now, or a person
   * has reopened the job.
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
  outcome: { job: FeedJob } | { reason: string };
};

/** Whether the details of an entry are so old that they must be read again, even if the list is unchanged. */
export function hasOldDetails(
  system: System,
  entry: Pick<KnownEntry, 'detailedAt' | 'isLeftOut'> | undefined,
  now: Date,
): boolean {
  if (!system.detail) return false;
  const lifetime = entry?.isLeftOut ? DETAILS_LIFETIME.none : DETAILS_LIFETIME.job;
  return now.getTime() - (entry?.detailedAt?.getTime() ?? 0) >= lifetime;
}

export type ReadList = {
  /** The ids of all entries. */
  listed: ReadonlySet<string>;
  changed: ChangedEntry[];
  /** The entries that are left out, including unchanged ones. */
  skipped: SkippedEntry[];
  /** Whether the list has jobs, and all jobs of the source. Otherwise, no job counts as missing. */
  isComplete: boolean;
  /** Whether the list was read to its end and has no job. Some systems respond so for an unknown customer, too. */
  isEmpty: boolean;
  /** Whether the next run must read entries again that this run could not read. */
  hasUnread: boolean;
  /** The name of the company, if the list states it. */
  company: string | undefined;
};

type Options = {
  system: System;
  address: FeedAddress;
  client: FeedClient;
  known: ReadonlyMap<string, KnownEntry>;
  now: Date;
  /** The maximum number of entries that are read in detail; by default, all. */
  maxDetails?: number | undefined;
  onEntry?: () => void;
  /**
   * Called after each page of the list with the number of entries so far, and with the changed entries, which it may
   * remove.
   */
  onPage?: (page: { listed: number; changed: ChangedEntry[] }) => Promise<void>;
};

/**
 * Reads the list of a source, and converts the entries that are new or that have changed. Compares entries by their
 * digests, so that an unchanged list takes little more time than its parsing.
 * @throws UnreadableFeedError, FetchError
 */
export async function readList(options: Options): Promise<ReadList> {
  const { system, address, client, known, now, onEntry, onPage } = options;
  const listed = new Set<string>();
  const changed: ChangedEntry[] = [];
  const skipped: SkippedEntry[] = [];
  let details = options.maxDetails ?? Number.POSITIVE_INFINITY;
  const detailed = { readable: 0, malformed: 0, reason: '' };
  let leftOut = 0;
  let hasUnread = false;
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
    if (before?.isLeftOut) leftOut += 1;
    const isOld = hasOldDetails(system, before, now);
    if (before?.digest === digest && !before.isMissing && !before.isStale && !isOld) return;
    let detailedAt: Date | null = null;
    if (system.detail) {
      if (details <= 0) return;
      details -= 1;
      detailedAt = now;
    }
    const converted = await convert(system, item, { address, client });
    if (!('reason' in converted)) {
      detailed.readable += 1;
      changed.push({ id, digest, detailedAt, outcome: { job: { ...converted, sourceId: id } } });
      return;
    }
    const { reason, isMalformed = false } = converted;
    skipped.push({ job: id, reason });
    if (isMalformed && !before?.isLeftOut) {
      detailed.malformed += 1;
      detailed.reason ||= reason;
    }
    // Malformed details may be valid again soon, because the entry had valid ones before. Leave its job as it is, and
    // read the entry again in the next run.
    if (detailedAt && isMalformed && before && !before.isLeftOut && !before.isMissing) {
      hasUnread = true;
      return;
    }
    changed.push({ id, digest, detailedAt, outcome: { reason } });
  }

  /**
   * Fails the run if the system has changed the format of the details.
   * @throws UnreadableFeedError if all details are malformed, and they belong to most entries of the list
   */
  function checkDetails(): void {
    const { readable, malformed, reason } = detailed;
    if (!system.detail || readable > 0) return;
    if (malformed <= MIN_MALFORMED_SHARE * (listed.size - leftOut)) return;
    throw new UnreadableFeedError(
      `its format has changed: the details of none of ${malformed} jobs can be read (${reason})`,
    );
  }

  const pages = system.list(address, client);
  let page = await pages.next();
  while (!page.done) {
    for (const item of page.value) {
      await readEntry(item);
      onEntry?.();
    }
    await onPage?.({ listed: listed.size, changed });
    if (entries > MAX_ENTRIES) break;
    page = await pages.next();
  }
  checkDetails();
  if (!page.done) {
    await pages.return({ isComplete: false });
    const isCut = { isComplete: false, isEmpty: false };
    return { listed, changed, skipped, ...isCut, hasUnread, company: undefined };
  }
  const { company } = page.value;
  const isWhole = page.value.isComplete && hasAllIds;
  return {
    listed,
    changed,
    skipped,
    hasUnread,
    isComplete: isWhole && listed.size > 0,
    isEmpty: isWhole && listed.size === 0,
    company,
  };
}

/**
 * The id of a job in the form of `jobs.source_id`: with the tenant as its prefix if ids are unique only within a
 * tenant.
 */
function scopedId({ idScope }: System, { tenant }: FeedAddress, id: string): string {
  const plain = Buffer.from(id.replace(/\p{Cc}/gu, '')).toString();
  return idScope === 'system' ? plain : `${tenant}/${plain}`;
}

/** A digest of an entry, and of everything else on which its conversion depends. */
function digestOf(data: unknown, { settings = {} }: FeedAddress): string {
  return createHash('md5')
    .update(JSON.stringify([READER_VERSION, settings, data]))
    .digest('base64');
}

/**
 * Reads the details of an entry, if the list does not have them, and converts it. If the conversion throws, the entry
 * is left out, so that a bad entry does not stop the run.
 * @throws FetchError if the details cannot be fetched, except if the source does not have them, because the job was
 * removed after the list was written
 */
async function convert(
  system: System,
  item: ListedItem,
  { address, client }: Pick<Options, 'address' | 'client'>,
): Promise<Converted> {
  let data = item.data;
  try {
    if (system.detail) data = await system.detail(address, item, client);
  } catch (error) {
    if (!(error instanceof FetchError && error.failure === 'missing')) throw error;
    return { reason: 'the source does not have its details', isMalformed: true };
  }
  try {
    return system.toJob(data, address);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reason: `it cannot be converted (${toOneLine(reason).slice(0, 120)})` };
  }
}
