import { parseUrl } from '#server/platform/parse-url.ts';
import { FetchError } from './fetch-error.ts';
import { checkLiteralAddress } from './network.ts';

/**
 * Parses a URL from which a source may be read: https, the default port, no credentials, and one of the source's hosts.
 * @throws FetchError
 */
export function checkUrl(text: string, hosts: ReadonlySet<string>, base?: URL): URL {
  const url = parseUrl(text, base?.href);
  if (!url) throw refuse('This is not a URL.');
  if (url.protocol !== 'https:') throw refuse('The URL does not begin with https.');
  if (url.username !== '' || url.password !== '') throw refuse('The URL contains a password.');
  if (url.port !== '') throw refuse('The URL contains a port.');
  if (!hosts.has(url.hostname)) {
    if (base) {
      throw new FetchError('redirect', `${base.hostname} redirects to ${url.hostname}.`);
    }
    throw refuse(`${url.hostname} is not a host of this source.`);
  }
  checkLiteralAddress(url.hostname);
  return url;

  function refuse(message: string): FetchError {
    return new FetchError(
      'forbidden_address',
      base ? `${message} ${base.hostname} redirects to it.` : message,
    );
  }
}
