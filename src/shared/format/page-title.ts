/** Says where one is: the page first, the site behind it. */
export function pageTitle(site: string, page?: string): string {
  return page ? `${page} · ${site}` : site;
}
