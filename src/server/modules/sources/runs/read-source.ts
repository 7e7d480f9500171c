import type { Database } from '#server/db/client.ts';
import { FetchError } from '#server/job-feeds/fetch/fetch-error.ts';
import { UnreadableFeedError } from '#server/job-feeds/systems/system.ts';
import { findSystem } from '#server/job-feeds/systems/systems.ts';
import type { SourceRow } from '../queries.ts';
import type { Received } from '../reader/messages.ts';
import { readSiteList } from '../reader/read-site.ts';
import { addressOf, type Reach } from './open-client.ts';
import { readLedger } from './read-ledger.ts';
import { hasOldDetails, type KnownEntry, type ReadList } from './read-list.ts';

export type ReadSource = {
  list: ReadList;
  /** The validators with which the next run can ask whether the list has changed. */
  validators: SourceRow['validators'];
};

type Options = {
  db: Database;
  reach: Reach;
  clock: () => Date;
  signal: AbortSignal;
  /** Called about once a second, and when the reading has ended or failed. */
  onProgress: (received: Received) => Promise<void>;
};

/**
 * Reads the list of a source with a conditional request. If the source answers that nothing has changed, returns the
 * list that the ledger has.
 * @throws UnreadableFeedError, FetchError
 */
export async function readSource(
  source: SourceRow,
  { db, reach, clock, signal, onProgress }: Options,
): Promise<ReadSource> {
  const system = findSystem(source.system);
  if (!system) throw new UnreadableFeedError(`the board knows no system ${source.system}`);
  const address = addressOf(source, reach);
  const known = await readLedger(db, source);
  // If an entry must be read, send no validators, because the source must not answer that nothing has changed.
  const mustRead = [...known.values()].some(
    (entry) => entry.isDue || (!entry.isMissing && hasOldDetails(system, entry, clock())),
  );
  const validators = mustRead ? {} : source.validators;
  try {
    const read = await readSiteList(
      { db, reach, signal },
      { system, address, validators, known, now: clock(), onReceived: onProgress },
    );
    const { list } = read;
    return { list, validators: list.isComplete && !list.hasUnread ? read.validators : {} };
  } catch (error) {
    if (!(error instanceof FetchError && error.failure === 'unchanged')) throw error;
    return { list: unchangedList(known), validators };
  }
}

/** The list to use if the source answers that nothing has changed: the ids of its latest complete list. */
function unchangedList(known: ReadonlyMap<string, KnownEntry>): ReadList {
  const present = [...known].filter(([, { isMissing }]) => !isMissing);
  return {
    listed: new Set(present.map(([id]) => id)),
    changed: [],
    skipped: [],
    isComplete: present.length > 0,
    isEmpty: false,
    hasUnread: false,
    company: undefined,
  };
}
