/** The document title: the page's title, then the site's name. */
export function pageTitle(site: string, page?: string): string {
  return page ? `${page} · ${site}` : site;
}
