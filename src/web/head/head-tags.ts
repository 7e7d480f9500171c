import { pageTitle } from '#shared/format/page-title.ts';
import { formatSearch } from '#shared/format/search.ts';
import { PREVIEW_SIZE } from '#shared/previews.ts';
import { oembed, previews } from '#shared/urls/outside-paths.ts';
import { feeds, pages } from '#shared/urls/paths.ts';
import type { PageHead } from './page-head.ts';

/** The attribute of the head elements that depend on the page, so that a navigation can replace them. */
export const MANAGED = 'data-page';

/** An element in the head. `text` is its text content. */
export type HeadTag = {
  name: 'title' | 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  text?: string;
};

/**
 * The head elements that depend on the page: title, Open Graph, canonical URL, feeds and JSON-LD. `origin` is the
 * origin of the site. https://ogp.me, https://developer.x.com/en/docs/x-for-websites/cards, https://oembed.com
 */
export function headTags(
  head: PageHead,
  { site, origin, structured }: { site: string; origin: string; structured?: object | undefined },
): HeadTag[] {
  const { title, description, canonical, image, posting } = head;
  const fullTitle = pageTitle(site, title);
  const feedTitle = (search: PageHead['feed']) =>
    pageTitle(site, search && title ? title : formatSearch(search ?? {}));
  const described = [
    property('og:site_name', site),
    property('og:type', posting ? 'article' : 'website'),
    property('og:title', title ?? site),
    ...(description
      ? [meta('description', description), property('og:description', description)]
      : []),
    property('og:image', `${origin}${image ?? previews.board()}`),
    property('og:image:width', String(PREVIEW_SIZE.width)),
    property('og:image:height', String(PREVIEW_SIZE.height)),
    property('og:image:alt', fullTitle),
    meta('twitter:card', 'summary_large_image'),
  ];
  return [
    { name: 'title', attributes: {}, text: fullTitle },
    ...(canonical
      ? [link('canonical', `${origin}${canonical}`), property('og:url', `${origin}${canonical}`)]
      : [meta('robots', 'noindex')]),
    ...described,
    ...[
      { type: 'application/atom+xml', path: feeds.jobsAtom },
      { type: 'application/feed+json', path: feeds.jobsJson },
    ].map(({ type, path }) =>
      link('alternate', `${origin}${path(head.feed ?? {})}`, { type, title: feedTitle(head.feed) }),
    ),
    ...(posting
      ? [
          link('alternate', `${origin}${oembed(`${origin}${pages.job(posting.id)}`, 'json')}`, {
            type: 'application/json+oembed',
            title: fullTitle,
          }),
        ]
      : []),
    ...(structured
      ? [
          {
            name: 'script' as const,
            attributes: { type: 'application/ld+json' },
            // `</script>` in the data would end the element.
            text: JSON.stringify(structured).replaceAll('<', '\\u003c'),
          },
        ]
      : []),
  ];
}

function meta(name: string, content: string): HeadTag {
  return { name: 'meta', attributes: { name, content } };
}

function property(name: string, content: string): HeadTag {
  return { name: 'meta', attributes: { property: name, content } };
}

function link(rel: string, href: string, attributes: Record<string, string> = {}): HeadTag {
  return { name: 'link', attributes: { rel, href, ...attributes } };
}
