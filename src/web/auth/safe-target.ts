import { pages } from '#shared/urls/paths.ts';

/** Prevents open redirects: returns the path of `target` if it is on this site, and otherwise the home page. */
export function safeTarget(target: unknown, origin: string): string {
  if (typeof target !== 'string' || !URL.canParse(target, origin)) return pages.home();
  const url = new URL(target, origin);
  if (url.origin !== origin) return pages.home();
  // A path that starts with two slashes would lead to a different site.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}`;
}
