import type { IncomingMessage } from 'node:http';

/**
 * The path and query that a request is for, such that routing never fails on it: a percent sign
 * that encodes nothing stands for itself, and leads to a page or an id that does not exist.
 * Requests may name the whole address: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
 */
export function normalizeUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const address = url.startsWith('/') ? url : pathOf(url);
  const [path = '/', ...query] = address.split('?');
  if (isDecodable(path)) return address;
  return [path.replaceAll('%', '%25'), ...query].join('?');
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return `/${url}`;
  const { pathname, search } = new URL(url);
  return pathname.startsWith('/') ? `${pathname}${search}` : '/*';
}

function isDecodable(path: string): boolean {
  try {
    // The result is used, or the bundler would take the call for one without effect.
    return decodeURIComponent(path) !== undefined;
  } catch {
    return false;
  }
}
