import type { Database } from '#server/db/client.ts';
import { type FollowOptions, followChanges } from '#server/db/follow-changes.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { BoardSettings } from '#shared/domain/board-settings.ts';
import type { PageLinks } from '#shared/domain/pages.ts';
import { listPageRows, type PageRow } from '../queries.ts';
import type { DescribedSite } from '../texts/default-texts.ts';
import { ACCOUNT_DELETED, readPageFiles } from '../texts/page-files.ts';
import {
  accountDeletedPage,
  combinePages,
  hasOwnText,
  linksOf,
  renderPageText,
  type TextPages,
} from '../texts/text-pages.ts';

/** The pages with texts of the operator, which follow every change. */
export type LivePages = {
  /** All pages but the one after the deletion of an account, in the order of their links. */
  readonly all: TextPages;
  readonly links: PageLinks;
  /** The slugs of the pages that have a text of their own. */
  readonly written: string[];
  /** All pages as they are with these rows, for site admins, who must not read what is about to change. */
  combine(rows: readonly PageRow[]): TextPages;
  /** What the default texts and the drafts say about the board. */
  readonly described: DescribedSite;
  /** Finds a page with its text as safe HTML. */
  find(slug: string): { heading: string; html: string } | undefined;
  has(slug: string): boolean;
  onChange(listener: () => void): void;
  settle(): Promise<void>;
};

type Options = FollowOptions & {
  config: Pick<Config, 'pagesDir' | 'mail' | 'publicUrl'>;
  settings: { readonly current: BoardSettings };
};

/**
 * Reads the operator's files once, and the pages in the database again after each change by any process. The default texts
 * follow the settings.
 * @throws StartupError if a file cannot be read
 */
export async function followPages(
  db: Database,
  { config: { pagesDir, mail, publicUrl }, settings, ...options }: Options,
): Promise<LivePages> {
  const files = await readPageFiles(pagesDir);
  const mailFrom = mail.delivery === 'smtp' ? mail.from.address : undefined;
  const live = await followChanges({
    ...options,
    topic: 'pages',
    subject: 'Pages',
    read: () => listPageRows(db),
    isSame: (one, other) => digest(one) === digest(other),
  });
  const described = (): DescribedSite => {
    const { name, legalname, contact } = settings.current;
    return { siteName: name, publicUrl, mailFrom, contact, legalName: legalname };
  };
  const combine = (rows: readonly PageRow[]) => combinePages({ files, rows, site: described() });
  const make = (rows: readonly PageRow[], of: BoardSettings) => {
    const all = combine(rows);
    return { rows, of, all, links: linksOf(all), rendered: new Map<string, string>() };
  };
  let made = make(live.current, settings.current);
  /** What is made of the current rows and settings. Texts are rendered when they are first needed. */
  const current = () => {
    if (made.rows !== live.current || made.of !== settings.current) {
      made = make(live.current, settings.current);
    }
    return made;
  };
  function render(slug: string, text: string): string {
    const { rendered } = current();
    const html = rendered.get(slug) ?? renderPageText(text);
    rendered.set(slug, html);
    return html;
  }
  const pageOf = (slug: string) =>
    slug === ACCOUNT_DELETED ? accountDeletedPage(files) : current().all.get(slug);
  return {
    get all() {
      return current().all;
    },
    get written() {
      return [...current().all.values()].filter(hasOwnText).map(({ slug }) => slug);
    },
    get links() {
      return current().links;
    },
    combine,
    get described() {
      return described();
    },
    find(slug) {
      const page = pageOf(slug);
      return page && { heading: page.title, html: render(slug, page.text) };
    },
    has: (slug) => pageOf(slug) !== undefined,
    onChange: live.onChange,
    settle: live.settle,
  };
}

const digest = (rows: readonly PageRow[]) =>
  rows.map(({ slug, version }) => `${slug} ${version}`).join();
