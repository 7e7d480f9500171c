import type { Validators } from '#server/db/source-tables.ts';
import {
  createFetchClient,
  type FetchClient,
  type FetchLimits,
} from '#server/job-feeds/fetch/fetch-client.ts';
import type { TakeTurn } from '#server/job-feeds/fetch/host-turn.ts';
import type { Network } from '#server/job-feeds/fetch/network.ts';
import { userAgentOf } from '#server/job-feeds/fetch/user-agent.ts';
import type { FeedAddress, System } from '#server/job-feeds/systems/system.ts';

/** How runs reach sources. Tests replace the network and the limits. */
export type Reach = {
  /** The URL of the board, which the `User-Agent` shows to sources. */
  publicUrl: string;
  network?: Network | undefined;
  limits?: Partial<FetchLimits> | undefined;
  /** The minimum time between two requests to a host (ms); by default, the interval of the system. */
  interval?: number | undefined;
};

/** How a client reaches sources. */
export type ClientReach = Pick<Reach, 'publicUrl' | 'network' | 'limits'> & {
  takeTurn: TakeTurn;
  signal: AbortSignal;
  /** Called with the number of bytes of each part of a body as it is read. */
  onRead: (count: number) => void;
};

type Options = {
  hosts: readonly string[];
  /** Whether robots.txt is obeyed. It applies to pages for people, not to APIs. */
  obeysRobots?: boolean;
  validators?: Validators | undefined;
};

/** Opens a client that reads from hosts. All processes take turns at a host. */
export function openClient({ publicUrl, ...reach }: ClientReach, options: Options): FetchClient {
  return createFetchClient({ ...options, ...reach, userAgent: userAgentOf(publicUrl) });
}

/** Opens a client for a source. */
export function openFeedClient(
  reach: ClientReach,
  {
    system,
    address,
    validators,
  }: { system: System; address: FeedAddress } & Pick<Options, 'validators'>,
): FetchClient {
  const obeysRobots = system.readsPages ?? false;
  return openClient(reach, { hosts: system.hosts(address), obeysRobots, validators });
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
