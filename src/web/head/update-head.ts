import type { Site } from '#shared/render-page.ts';
import { adoptFont } from '#web/styles/adopt-font.ts';
import { describePage } from './describe-page.ts';
import { headTags, MANAGED } from './head-tags.ts';

/** Replaces the head elements of the previous page with those of the current page, and uses the main font. */
export function updateHead(matches: Parameters<typeof describePage>[0], site: Site): void {
  // Wait until all data is loaded, because the head depends on it.
  if (matches.some(({ status }) => status === 'pending')) return;
  void adoptFont();
  const options = { site: site.name, origin: site.origin };
  const elements = headTags(describePage(matches, site), options).map((tag) => {
    const element = document.createElement(tag.name);
    for (const [name, value] of Object.entries(tag.attributes)) element.setAttribute(name, value);
    element.setAttribute(MANAGED, '');
    if (tag.text !== undefined) element.textContent = tag.text;
    return element;
  });
  for (const old of document.head.querySelectorAll(`[${MANAGED}]`)) old.remove();
  document.head.append(...elements);
}
