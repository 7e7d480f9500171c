/** Where a page with a text of the operator is linked: in the navigation bar, in the footer, or nowhere. */
export const PAGE_PLACES = ['menu', 'footer', 'none'] as const;

export type PagePlace = (typeof PAGE_PLACES)[number];

/** What an operator decides about a page. The text is Markdown. */
export type PageContent = { title: string; text: string; place: PagePlace; position: number };

/**
 * The specified pages, which always exist, by their slugs, with their default titles. They are in the footer in this order.
 * Spec: "Pages".
 */
export const SPECIFIED_PAGES = {
  about: 'About',
  privacy: 'Privacy Policy',
  imprint: 'Imprint',
  'contact-us': 'Contact Us',
} as const;

export type SpecifiedPage = keyof typeof SPECIFIED_PAGES;

export const SPECIFIED_SLUGS = Object.keys(SPECIFIED_PAGES) as SpecifiedPage[];

export const isSpecifiedPage = (slug: string): slug is SpecifiedPage =>
  Object.hasOwn(SPECIFIED_PAGES, slug);

/** The position of further pages, unless a site admin chooses another one: behind the specified pages. */
export const DEFAULT_POSITION = 10;

/** Position and place of a page that nobody has changed. */
export const defaultPlacement = (slug: string): Pick<PageContent, 'place' | 'position'> => ({
  place: 'footer',
  position: isSpecifiedPage(slug) ? SPECIFIED_SLUGS.indexOf(slug) + 1 : DEFAULT_POSITION,
});

/** A link to a page of the operator. */
export type PageLink = { slug: string; title: string };

export type PageLinks = { menu: PageLink[]; footer: PageLink[] };
