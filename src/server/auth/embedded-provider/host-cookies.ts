import type { IncomingMessage } from 'node:http';

/**
 * The prefix of cookies that browsers accept only from this host.
 * https://www.rfc-editor.org/rfc/rfc6265bis#name-the-__host-prefix
 */
export const HOST_PREFIX = '__Host-';

/** The attribute that deletes a cookie. */
export const EXPIRED = 'expires=Thu, 01 Jan 1970 00:00:00 GMT';

/**
 * The maximum number of unfinished sign-ins in one browser. Each has cookies, which the browser sends with every
 * request.
 */
const MAX_PENDING = 5;

/**
 * Converts a `Set-Cookie` value so that it may have the `__Host-` prefix. The library distinguishes the sign-ins of
 * several tabs by cookie paths, but the prefix requires the root path. The last segment of the path therefore moves
 * into the cookie's name.
 */
export function toHostCookie(cookie: string): string {
  const path = /; path=([^;]*)/i.exec(cookie)?.[1] ?? '/';
  if (path === '/') return cookie;
  return cookie.replace('=', `~${lastSegmentOf(path)}=`).replace(/; path=[^;]*/i, '; path=/');
}

/**
 * Converts a `Cookie` header back to the names that the library uses, and drops the cookies of other paths. As with
 * cookie paths, a cookie also belongs to the paths below its own.
 */
export function cookiesForPath(header: string | undefined, path: string): string | undefined {
  const segments = path.split('?')[0]?.split('/') ?? [];
  return header
    ?.split('; ')
    .flatMap((cookie) => {
      const [, name, segment, value] = /^([^=~]+)~([^=]*)(=.*)$/s.exec(cookie) ?? [];
      if (name === undefined) return [cookie];
      return segments.includes(segment ?? '') ? [`${name}${value}`] : [];
    })
    .join('; ');
}

/** Returns `Set-Cookie` values that delete the oldest unfinished sign-ins. Browsers send the oldest cookies first. */
export function deleteOldestSignIns({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string[] {
  const cookies = rawHeaders.filter(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === 'cookie',
  );
  const names = cookies.join('; ').match(/[^=; ]+~[^=; ]+(?==)/g) ?? [];
  const segments = [...new Set(names.map((name) => name.split('~')[1]))].slice(0, -MAX_PENDING);
  return names
    .filter((name) => segments.includes(name.split('~')[1]))
    .map((name) => `${name}=; path=/; ${EXPIRED}; samesite=lax; secure; httponly`);
}

function lastSegmentOf(path: string): string {
  return path.split('?')[0]?.split('/').at(-1) ?? '';
}
