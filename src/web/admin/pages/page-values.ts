import type { ManagedPage } from '#shared/contract/pages.ts';
import { DEFAULT_POSITION, type PageContent, type PagePlace } from '#shared/domain/pages.ts';
import type { InitialValues } from '#web/forms/use-form.ts';

export const PLACE_NAMES: Record<PagePlace, string> = {
  menu: 'In the menu',
  footer: 'In the footer',
  none: 'Not linked',
};

export const PAGE_LABELS = {
  title: 'Title',
  slug: 'Address',
  place: 'Where it is linked',
  position: 'Position',
  text: 'Text',
} as const;

export type PageField = keyof typeof PAGE_LABELS;

export type PageValues = Record<PageField, string>;

/** What to do about empty fields. */
export const MISSING = { title: 'Enter a title.', slug: 'Enter an address, such as ethics.' };

export const NEW_PAGE: InitialValues<PageField> = {
  values: { title: '', slug: '', place: 'footer', position: String(DEFAULT_POSITION), text: '' },
};

export function initialOf(page: ManagedPage): InitialValues<PageField> {
  const { title, slug, place, position, text, version } = page;
  return { values: { title, slug, place, position: String(position), text }, etag: `"${version}"` };
}

/** What the request sends. The contract refuses what is no number or no place. */
export function contentOf({ title, place, position, text }: PageValues): PageContent {
  const number = /^\s*\d+\s*$/.test(position) ? Number(position) : Number.NaN;
  return { title, place: place as PagePlace, position: number, text };
}
