/** The document title: the title of the page, followed by the name of the site. */
export function pageTitle(site: string, page?: string): string {
  return page ? `${page} · ${site}` : site;
}
