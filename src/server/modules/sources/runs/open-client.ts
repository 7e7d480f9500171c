import type { Database } from '#server/db/client.ts';
import type { Validators } from '#server/db/source-tables.ts';
import {
  createFetchClient,
  type FetchClient,
  type FetchLimits,
} from '#server/job-feeds/fetch/fetch-client.ts';
import type { Network } from '#server/job-feeds/fetch/network.ts';
import { userAgentOf } from '#server/job-feeds/fetch/user-agent.ts';
import type { FeedAddress, System } from '#server/job-feeds/systems/system.ts';
import { createHostTurns } from './host-turns.ts';

/** How runs reach sources. Tests replace the network and the limits. */
export type Reach = {
  /** The URL of the board, which the `User-Agent` shows to sources. */
  publicUrl: string;
  network?: Network | undefined;
  limits?: Partial<FetchLimits> | undefined;
  /** The minimum time between two requests to a host (ms); by default, the interval of the system. */
  interval?: number | undefined;
};

type Options = {
  hosts: readonly string[];
  /** The minimum time between two requests to a host (ms). */
  interval: number;
  /** Whether robots.txt is obeyed. It applies to pages for people, not to APIs. */
  obeysRobots?: boolean;
  validators?: Validators | undefined;
  signal: AbortSignal;
};

/** Opens a client that reads from hosts. All processes take turns at a host. */
export function openClient(db: Database, reach: Reach, options: Options): FetchClient {
  const { publicUrl, network, limits } = reach;
  const { hosts, interval, obeysRobots, validators, signal } = options;
  return createFetchClient({
    hosts,
    obeysRobots,
    validators,
    signal,
    network,
    limits,
    userAgent: userAgentOf(publicUrl),
    takeTurn: createHostTurns({ db, interval: reach.interval ?? interval }),
  });
}

/** Opens a client for a source. */
export function openFeedClient(
  db: Database,
  reach: Reach,
  {
    system,
    address,
    ...rest
  }: { system: System; address: FeedAddress } & Pick<Options, 'validators' | 'signal'>,
): FetchClient {
  const { interval, readsPages: obeysRobots = false } = system;
  return openClient(db, reach, { ...rest, hosts: system.hosts(address), interval, obeysRobots });
}

/**
 * The address of a source, that is, its tenant and settings. The URL of this board is added to the settings: if the
 * source is another board with this software, the URL shows which jobs that board has from this one.
 */
export function addressOf(
  { tenant, settings }: { tenant: string; settings: Record<string, string> },
  { publicUrl }: Reach,
): FeedAddress {
  return { tenant, settings: { ...settings, publicUrl } };
}
