/** A category, as its page and the filter of jobs name it. */
export type CategoryName = { slug: string; name: string };

/** The slug that is proposed for a name: "Boat building & repair" becomes "boat-building-repair". */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
