import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { FetchError } from './fetch-error.ts';
import { isPublicAddress } from './public-address.ts';

/**
 * How the hosts of sources are reached. Tests pass a different network, so that the checks of production code still
 * apply.
 */
export type Network = {
  /** Finds all IP addresses of a host. */
  resolve: (host: string) => Promise<LookupAddress[]>;
  /**
   * For tests: the server to which a connection really goes after its address was checked, with its port and its
   * certificate authority.
   */
  detour?: {
    reroute: (checked: LookupAddress) => LookupAddress | Promise<LookupAddress>;
    port: number;
    ca: string;
  };
};

export const INTERNET: Network = { resolve: (host) => lookup(host, { all: true }) };

/**
 * Returns the `lookup` function of connections, which resolves the host and checks its IP addresses. The connection
 * goes to one of exactly these addresses. Therefore, an attacker whose host name later resolves to a different address
 * (DNS rebinding) gains nothing.
 */
export function lookupPublic({ resolve, detour }: Network): LookupFunction {
  async function find(host: string): Promise<LookupAddress[]> {
    const addresses = await resolve(host);
    requirePublic(host, addresses);
    return detour ? Promise.all(addresses.map(detour.reroute)) : addresses;
  }
  return (host, { all }, callback) => {
    find(host).then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

/**
 * Checks a host that is an IP address. Node.js connects to it without a lookup.
 * @throws FetchError
 */
export function checkLiteralAddress(host: string): void {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address)) requirePublic(host, [{ address, family: isIP(address) }]);
}

/** Refuses a host if any of its addresses is not public, because the connection may go to any of them. */
function requirePublic(host: string, addresses: LookupAddress[]): void {
  if (addresses.length === 0) throw new FetchError('unreachable', `${host} has no address.`);
  if (addresses.some(({ address }) => !isPublicAddress(address))) {
    throw new FetchError('forbidden_address', `${host} is not at a public address.`);
  }
}
