import type { Database } from '#server/db/client.ts';
import { FetchError } from '#server/job-feeds/fetch/fetch-error.ts';
import { readSitePage } from '../reader/read-site.ts';
import type { Reach } from '../runs/open-client.ts';

/** The number of websites that are read simultaneously. Each host still gets one request at a time. */
const CONCURRENCY = 4;

/** The result for a website: the sources that were found, or the reason why there is none. */
export type Discovery = { website: string; sources: FoundFeed[]; problem: string };

type FoundFeed = { system: string; tenant: string; url: string };

type Options = {
  db: Database;
  reach: Reach;
  signal: AbortSignal;
  /** Called for each website as soon as it is finished. */
  onFound: (discovery: Discovery) => Promise<void>;
};

/**
 * Looks for sources at websites, as far as their robots.txt allows. A website that cannot be read does not end the
 * search.
 */
export async function discoverFeeds(
  websites: Iterable<string>,
  { db, reach, signal, onFound }: Options,
): Promise<void> {
  const waiting = websites[Symbol.iterator]();
  async function work(): Promise<void> {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      signal.throwIfAborted();
      await onFound(await discover(next.value));
    }
  }

  async function discover(website: string): Promise<Discovery> {
    try {
      const { feeds } = await readSitePage({ db, reach, signal }, website);
      const sources = feeds.map(({ system, tenant }) => ({
        system: system.id,
        tenant,
        url: system.pageUrl({ tenant }),
      }));
      return { website, sources, problem: sources.length > 0 ? '' : 'no source was found' };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FetchError)) throw error;
      return { website, sources: [], problem: error.message };
    }
  }

  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
