import type { Site } from '#shared/render-page.ts';

export const NOT_FOUND_TITLE = 'Not Found';

/** Says where one is: the page first, the site behind it. */
export function pageTitle(site: Site, page?: string): string {
  return page ? `${page} · ${site.name}` : site.name;
}

/**
 * The title of a page that is about one thing: its name, or that there is no such thing. A page that
 * failed to load has the site's alone.
 */
export function thingTitle(site: Site, name: string | undefined, status: string): string {
  return pageTitle(site, status === 'notFound' ? NOT_FOUND_TITLE : name);
}
