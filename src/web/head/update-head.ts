import type { Site } from '#shared/render-page.ts';
import { describePage } from './describe-page.ts';
import { headTags } from './head-tags.ts';
import { OWN } from './own-tags.ts';

/** Puts what the page that one has gone to says of itself in place of what the one before it said. */
export function updateHead(matches: Parameters<typeof describePage>[0], site: Site): void {
  // What it is about is known when it is there.
  if (matches.some(({ status }) => status === 'pending')) return;
  const about = { site: site.name, origin: site.home };
  const elements = headTags(describePage(matches), about).map((tag) => {
    const element = document.createElement(tag.name);
    for (const [name, value] of Object.entries(tag.attributes)) element.setAttribute(name, value);
    element.setAttribute(OWN, '');
    if (tag.text !== undefined) element.textContent = tag.text;
    return element;
  });
  for (const old of document.head.querySelectorAll(`[${OWN}]`)) old.remove();
  document.head.append(...elements);
}
