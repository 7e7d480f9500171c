import { pages } from '#shared/paths.ts';

/** Whether the identity provider has just sent someone back here. Spec: "Sign-in". */
export function isRedirectCallback({ pathname, search }: Location): boolean {
  const query = new URLSearchParams(search);
  return (
    pathname === pages.home() && query.has('state') && (query.has('code') || query.has('error'))
  );
}

/** Where to go on: a page of this site, whatever was asked for. */
export function safeTarget(target: unknown, origin: string): string {
  if (typeof target !== 'string' || !URL.canParse(target, origin)) return pages.home();
  const url = new URL(target, origin);
  if (url.origin !== origin) return pages.home();
  // Two slashes at the start would lead to another site.
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}`;
}
