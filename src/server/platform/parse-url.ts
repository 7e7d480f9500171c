/**
 * Parses a URL; undefined if it is invalid. Do not use `URL.canParse` in code that runs in Node.js: after many calls,
 * Node 20 and 22 reject valid URLs with letters such as "ü". https://github.com/AikidoSec/firewall-node/pull/1086
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
