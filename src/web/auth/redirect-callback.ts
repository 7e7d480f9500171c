import { pages } from '#shared/urls/paths.ts';

/** Whether the provider has redirected to this URL after a sign-in. Spec: "Sign-in". */
export function isRedirectCallback({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): boolean {
  const query = new URLSearchParams(search);
  return (
    pathname === pages.home() && query.has('state') && (query.has('code') || query.has('error'))
  );
}
