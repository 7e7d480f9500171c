import { pages } from '#shared/urls/paths.ts';

/** Whether the URL is a redirect callback of the identity provider. Spec: "Sign-in". */
export function isRedirectCallback({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): boolean {
  const query = new URLSearchParams(search);
  return (
    pathname === pages.home() && query.has('state') && (query.has('code') || query.has('error'))
  );
}

/** Open-redirect protection: the path of `target` on this site, or the home page if it is on another. */
export function safeTarget(target: unknown, origin: string): string {
  if (typeof target !== 'string' || !URL.canParse(target, origin)) return pages.home();
  const url = new URL(target, origin);
  if (url.origin !== origin) return pages.home();
  // A path that starts with two slashes would lead to another site.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}`;
}
