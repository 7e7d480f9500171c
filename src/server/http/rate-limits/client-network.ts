import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { Address6 } from 'ip-address';

type Client = { ip: string | undefined; socket: { remoteAddress?: string | undefined } };

/**
 * The client's IP address, without the port that some proxies append. Returns the proxy's address if the proxy forwards
 * something other than an address, and `unknown` if the connection is closed.
 */
export function clientAddress({ ip = '', socket }: Client): string {
  const bare = /^\[(.*)\](:\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip;
  if (isIP(bare)) return bare;
  return isIP(socket.remoteAddress ?? '') ? String(socket.remoteAddress) : 'unknown';
}

/**
 * The network that counts as one client in limits: an IPv4 address or an IPv6 /64 network, because a client that has
 * one address in such a network usually has all of them. https://www.rfc-editor.org/rfc/rfc6177
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = new Address6(address);
  if (parsed.isMapped4()) return parsed.to4().correctForm();
  return new Address6(`${address}/64`).startAddress().correctForm();
}

/**
 * The routing prefix of a client network (IPv6 /48), which has 65,536 networks and usually one owner. Limits count it,
 * too, because the owner could otherwise act as that many clients. Returns the network itself for IPv4.
 * https://www.rfc-editor.org/rfc/rfc4291#section-2.5.4
 */
export function prefixOf(network: string): string {
  if (!isIPv6(network)) return network;
  return `${new Address6(`${network}/48`).startAddress().correctForm()}/48`;
}

export function clientNetwork(client: Client): string {
  return networkOf(clientAddress(client));
}

/**
 * Returns a function that finds the client network of a request before Fastify handles it. Like Fastify, it trusts
 * `X-Forwarded-For` only from addresses in `trustProxy`.
 */
export function networkReader(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  if (trustProxy.length === 0) return ({ socket }) => networkOf(socket.remoteAddress ?? 'unknown');
  const isTrusted = proxyAddr.compile([...trustProxy]);
  return (request) => clientNetwork({ ip: proxyAddr(request, isTrusted), socket: request.socket });
}
