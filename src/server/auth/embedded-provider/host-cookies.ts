import type { IncomingMessage } from 'node:http';

/** With it, browsers refuse a cookie that another host has set. https://www.rfc-editor.org/rfc/rfc6265bis#name-the-__host-prefix */
export const OWN_HOST = '__Host-';

/** So many sign-ins may be begun at once in one browser: each has cookies that are sent with every request. */
const MOST_BEGUN = 5;

/**
 * The library tells the sign-ins of several tabs apart by the path of their cookies. That prefix allows no path but the
 * root: the end of the path goes into the name instead.
 */
export function asOwnHosts(cookie: string): string {
  const path = /; path=([^;]*)/i.exec(cookie)?.[1] ?? '/';
  if (path === '/') return cookie;
  return cookie.replace('=', `~${lastOf(path)}=`).replace(/; path=[^;]*/i, '; path=/');
}

/** The cookies of a request as the library knows them: without the ends of paths, and those of other paths left out. */
export function cookiesForPath(header: string | undefined, path: string): string | undefined {
  return header
    ?.split('; ')
    .flatMap((cookie) => {
      const [, name, end, value] = /^([^=~]+)~([^=]*)(=.*)$/s.exec(cookie) ?? [];
      if (name === undefined) return [cookie];
      return end === lastOf(path) ? [`${name}${value}`] : [];
    })
    .join('; ');
}

/** Ends the oldest cookies of sign-ins that nobody has finished; browsers send the oldest first. */
export function endOldest({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string[] {
  const sent = rawHeaders.filter((_, at) => rawHeaders[at - 1]?.toLowerCase() === 'cookie');
  const begun = sent.join('; ').match(/[^=; ]+~[^=; ]+(?==)/g) ?? [];
  const ends = [...new Set(begun.map((name) => name.split('~')[1]))].slice(0, -MOST_BEGUN);
  return begun
    .filter((name) => ends.includes(name.split('~')[1]))
    .map(
      (name) =>
        `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; secure; httponly`,
    );
}

function lastOf(path: string): string {
  return path.split('?')[0]?.split('/').at(-1) ?? '';
}
