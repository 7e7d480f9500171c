import type { Site } from '#shared/render-page.ts';

/** Says where one is: the page first, the site behind it. */
export function pageTitle(site: Site, page?: string): string {
  return page ? `${page} · ${site.name}` : site.name;
}
