import { BlockList, isIP } from 'node:net';
import { Address4, Address6 } from 'ip-address';

/**
 * Networks that are globally reachable by the registry, but have no sites of employers. Some are for protocols, such as
 * relays. Another is the public address at which each virtual machine of Azure reaches a service of the platform
 * itself. https://www.iana.org/assignments/iana-ipv4-special-registry
 * https://learn.microsoft.com/en-us/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const WITHOUT_SITES = new BlockList();
for (const [network, prefix] of [
  ['192.0.0.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.175.48.0', 24],
  ['168.63.129.16', 32],
] as const) {
  WITHOUT_SITES.addSubnet(network, prefix, 'ipv4');
}
WITHOUT_SITES.addSubnet('2001::', 23, 'ipv6');
WITHOUT_SITES.addSubnet('2620:4f:8000::', 48, 'ipv6');

/**
 * Whether everyone can reach an IP address, according to the registries of special addresses. Not public are addresses
 * of private networks, of this machine or link, of carriers and for documentation, and multicast and reserved
 * addresses. IPv6 addresses that contain an IPv4 address (mapped, NAT64) are judged by the IPv4 address; tunnels (6to4,
 * Teredo) are refused.
 * https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return new Address4(address).isGlobal() && !WITHOUT_SITES.check(address, 'ipv4');
    case 6: {
      const parsed = new Address6(address);
      const embedded = parsed.embeddedIPv4();
      if (embedded) return isPublicAddress(embedded.correctForm());
      return parsed.isGlobal() && !WITHOUT_SITES.check(parsed.correctForm(), 'ipv6');
    }
    default:
      return false;
  }
}
