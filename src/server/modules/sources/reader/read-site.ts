import type { Database } from '#server/db/client.ts';
import type { Validators } from '#server/db/source-tables.ts';
import type { HostTurn } from '#server/job-feeds/fetch/host-turn.ts';
import type { FeedAddress, System } from '#server/job-feeds/systems/system.ts';
import { findSystem, type RecognizedFeed } from '#server/job-feeds/systems/systems.ts';
import { createHostTurns } from '../runs/host-turns.ts';
import type { Reach } from '../runs/open-client.ts';
import type { ChangedEntry, KnownEntry, ReadList } from '../runs/read-list.ts';
import type { ReaderReach, Received, Services } from './messages.ts';
import { ReaderLostError, readApart } from './read-apart.ts';

/** The time between two requests to the host of a page (ms). */
const PAGE_INTERVAL = 1_000;

type Access = { db: Database; reach: Reach; signal: AbortSignal };

type ListOptions = {
  system: System;
  address: FeedAddress;
  validators?: Validators;
  known: ReadonlyMap<string, KnownEntry>;
  now: Date;
  /** The maximum number of entries that are read in detail; by default, all. */
  maxDetails?: number;
  /** Called about once a second, and when the reading has ended or failed. */
  onReceived: (received: Received) => Promise<void>;
};

/**
 * Reads the list of a source in a reader.
 * @returns the list, and the validators with which the next run can ask whether it has changed
 * @throws UnreadableFeedError, FetchError
 */
export async function readSiteList(
  access: Access,
  { system, onReceived, validators = {}, maxDetails, ...options }: ListOptions,
): Promise<{ list: ReadList; validators: Validators }> {
  return inReader(access, system.interval, async ({ reach, ...sites }, how) => {
    const changed: ChangedEntry[] = [];
    const { list, ...read } = await readApart(
      { kind: 'list', reach, system: system.id, validators, maxDetails, ...options },
      {
        ...sites,
        onReceived,
        async onEntries(entries) {
          changed.push(...entries);
        },
      },
      how,
    );
    return { list: { ...list, changed }, ...read };
  });
}

export type FoundFeeds = {
  feeds: RecognizedFeed[];
  /** The page that links to the sources or embeds them; undefined if the URL itself belongs to a job board. */
  page: URL | undefined;
};

/** Finds the sources at a URL, as `findFeeds` does, in a reader. @throws FetchError */
export async function readSitePage(access: Access, url: string): Promise<FoundFeeds> {
  const { feeds, page } = await inReader(access, PAGE_INTERVAL, ({ reach, ...sites }, how) =>
    readApart({ kind: 'page', reach, url }, sites, how),
  );
  return {
    feeds: feeds.flatMap(({ system: id, tenant }) => {
      const system = findSystem(id);
      return system ? [{ system, tenant }] : [];
    }),
    page: page === undefined ? undefined : new URL(page),
  };
}

/** The services with which a reader reaches sites. */
type SiteServices = Pick<Services, 'takeTurn' | 'endTurn' | 'resolve' | 'reroute'>;

type Sites = SiteServices & { reach: ReaderReach };

type Read<Result> = (
  sites: Sites,
  how: { signal: AbortSignal; isAlone: boolean },
) => Promise<Result>;

/**
 * Reads a site in a reader that other tasks share. If the reader is killed meanwhile, reads the site again in a reader of
 * its own, because another site may have been the cause.
 * @param interval the minimum time between two requests to a host (ms)
 */
async function inReader<Result>(
  access: Access,
  interval: number,
  read: Read<Result>,
): Promise<Result> {
  const attempt = (isAlone: boolean) =>
    withTurns(access, interval, (sites) => read(sites, { signal: access.signal, isAlone }));
  try {
    return await attempt(false);
  } catch (error) {
    if (!(error instanceof ReaderLostError)) throw error;
    return attempt(true);
  }
}

/**
 * Lets a reader take turns at hosts. Afterwards, ends the turns that it has not ended, because it may have been killed.
 */
async function withTurns<Result>(
  { db, reach: { publicUrl, limits, network, ...reach }, signal }: Access,
  interval: number,
  read: (sites: Sites) => Promise<Result>,
): Promise<Result> {
  const takeTurn = createHostTurns({ db, interval: reach.interval ?? interval });
  const turns = new Map<number, HostTurn>();
  const ended = new AbortController();
  const isNeeded = AbortSignal.any([signal, ended.signal]);
  let taken = 0;
  const services: SiteServices = {
    async takeTurn(host) {
      const turn = await takeTurn(host, isNeeded);
      if (ended.signal.aborted) {
        await turn.end();
        ended.signal.throwIfAborted();
      }
      taken += 1;
      turns.set(taken, turn);
      return taken;
    },
    async endTurn(id, rest) {
      const turn = turns.get(id);
      turns.delete(id);
      await turn?.end(rest);
    },
    resolve: async (host) => network?.resolve(host) ?? [],
    reroute: async (address) => network?.detour?.reroute(address) ?? address,
  };
  const { detour } = network ?? {};
  try {
    return await read({
      ...services,
      reach: { publicUrl, limits, detour: detour && { port: detour.port, ca: detour.ca } },
    });
  } finally {
    ended.abort();
    await Promise.allSettled([...turns.values()].map((turn) => turn.end()));
  }
}
