import type { IncomingMessage } from 'node:http';
import { parseUrl } from '#server/platform/parse-url.ts';

/**
 * The path and query of a request. If the path is not valid percent-encoding, its percent signs are escaped, so that
 * the router can decode it and answers 404. A request may contain an absolute URL:
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
 */
export function normalizeUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const pathAndQuery = url.startsWith('/') ? url : pathOf(url);
  const [path = '/', ...query] = pathAndQuery.split('?');
  if (isDecodable(path)) return pathAndQuery;
  return [path.replaceAll('%', '%25'), ...query].join('?');
}

function pathOf(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed) return `/${url}`;
  const { pathname, search } = parsed;
  return pathname.startsWith('/') ? `${pathname}${search}` : '/*';
}

function isDecodable(path: string): boolean {
  try {
    // The check only needs to know whether the call throws. Its result is used because the bundler would otherwise
    // remove the call.
    return decodeURIComponent(path) !== undefined;
  } catch {
    return false;
  }
}
