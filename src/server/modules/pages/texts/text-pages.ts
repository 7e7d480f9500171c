import { renderHtml } from '#server/content/markdown/render-html.ts';
import {
  defaultPlacement,
  type PageContent,
  type PageLinks,
  SPECIFIED_PAGES,
  SPECIFIED_SLUGS,
} from '#shared/domain/pages.ts';
import type { PageRow } from '../queries.ts';
import { DELETED_TEXT, type DescribedSite, defaultText } from './default-texts.ts';
import { ACCOUNT_DELETED, fileNameOf, type PageFiles } from './page-files.ts';

/** A page as visitors get it, before its text is rendered. */
export type TextPage = PageContent & {
  slug: string;
  /** Whether the operator has written the text, which replaces the default one. */
  isWritten: boolean;
  /** The name of the operator's file that has the text; null if there is none. */
  file: string | null;
  /** The row in the database; undefined if nobody has changed the page on the board. */
  row: PageRow | undefined;
};

/** The pages in the order of their links, by their slugs. */
export type TextPages = ReadonlyMap<string, TextPage>;

type Sources = { files: PageFiles; rows: readonly PageRow[]; site: DescribedSite };

/** Combines what the operator has written with the default texts. A file wins over a row in the database. */
export function combinePages({ files, rows, site }: Sources): TextPages {
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  const specified = SPECIFIED_SLUGS.map((slug): TextPage => {
    const file = files.get(slug);
    const row = bySlug.get(slug);
    bySlug.delete(slug);
    const unchanged = { title: SPECIFIED_PAGES[slug], ...defaultPlacement(slug) };
    const { title, place, position } = file === undefined && row ? row : unchanged;
    // A row without a text only changes the title or the place.
    const written = file ?? (row?.text.trim() ? row.text : undefined);
    return {
      slug,
      title,
      place,
      position,
      text: written ?? defaultText(slug, site),
      isWritten: Boolean(written?.trim()),
      file: file === undefined ? null : fileNameOf(slug),
      row,
    };
  });
  const further = [...bySlug.values()].map(
    (row): TextPage => ({ ...row, isWritten: Boolean(row.text.trim()), file: null, row }),
  );
  const ordered = [...specified, ...further].sort(
    (one, other) => one.position - other.position || one.title.localeCompare(other.title, 'en'),
  );
  return new Map(ordered.map((page) => [page.slug, page]));
}

/** What people see after the deletion of their account. Only a file can replace its text. */
export function accountDeletedPage(files: PageFiles): { title: string; text: string } {
  return {
    title: 'Your account is deleted',
    text: files.get(ACCOUNT_DELETED) ?? DELETED_TEXT,
  };
}

/** Whether the page is in the sitemap. The default imprint only says that it is missing. */
export const hasOwnText = ({ slug, isWritten }: TextPage) => isWritten || slug === 'privacy';

export function linksOf(pages: TextPages): PageLinks {
  const at = (place: PageContent['place']) =>
    [...pages.values()]
      .filter((page) => page.place === place)
      .map(({ slug, title }) => ({ slug, title }));
  return { menu: at('menu'), footer: at('footer') };
}

/**
 * Renders the text of a page. Headings in descriptions begin at the third level. Here, they begin at the second level,
 * directly below the title of the page.
 */
export function renderPageText(text: string): string {
  return renderHtml(text).replace(
    /<(\/?)h([3-6])>/g,
    (_, slash, level) => `<${slash}h${level - 1}>`,
  );
}
