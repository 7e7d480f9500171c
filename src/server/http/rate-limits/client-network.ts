import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { Address6 } from 'ip-address';

type Call = { ip: string | undefined; socket: { remoteAddress?: string | undefined } };

/**
 * Who calls, by address. Some proxies write a port behind it, and what else they pass on may be anything: then the
 * proxy is the caller. `unknown` where the connection is gone.
 */
export function clientAddress({ ip = '', socket }: Call): string {
  const bare = /^\[(.*)\](:\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip;
  if (isIP(bare)) return bare;
  return isIP(socket.remoteAddress ?? '') ? String(socket.remoteAddress) : 'unknown';
}

/** Whoever has one address of an IPv6 network of 64 bits has all of them. https://www.rfc-editor.org/rfc/rfc6177 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = new Address6(address);
  if (parsed.isMapped4()) return parsed.to4().correctForm();
  return new Address6(`${address}/64`).startAddress().correctForm();
}

/** Whom limits count the call for. */
export function clientNetwork(call: Call): string {
  return networkOf(clientAddress(call));
}

/**
 * Finds the network of a request's client before Fastify does, by the same rule: `X-Forwarded-For` is believed where it
 * comes from one of `trustProxy`.
 */
export function networkReader(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  if (trustProxy.length === 0) return ({ socket }) => networkOf(socket.remoteAddress ?? 'unknown');
  const isTrusted = proxyAddr.compile([...trustProxy]);
  return (request) => clientNetwork({ ip: proxyAddr(request, isTrusted), socket: request.socket });
}
