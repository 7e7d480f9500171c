import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { renderHtml } from '#server/content/markdown/render-html.ts';
import type { Config } from '#server/platform/config/config.ts';
import { StartupError } from '#server/platform/errors.ts';
import { ignoreMissing } from '#server/platform/files.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { DELETED_TEXT, imprintText, privacyText } from './default-texts.ts';

/** The heading of each page, by its name in the URL. Spec: "Pages". */
const HEADINGS = {
  about: 'About',
  privacy: 'Privacy Policy',
  'contact-us': 'Contact Us',
  imprint: 'Imprint',
  'account-deleted': 'Your account is deleted',
} as const;

type PageName = keyof typeof HEADINGS;

/**
 * The text pages, by their names in URLs. Their texts are safe HTML. `isWritten`: the operator has written a text, which
 * replaces the default one.
 */
export type TextPages = ReadonlyMap<string, { heading: string; html: string; isWritten: boolean }>;

/** The maximum size of a file with a text (bytes). */
const MAX_BYTES = 200_000;

/**
 * Reads the operator's Markdown files, such as `privacy.md`. A page without a file gets its default text, or none. The
 * default texts follow the name of the board.
 * @throws StartupError if the folder or a file cannot be read
 */
export async function readPages(
  { pagesDir, mail }: Pick<Config, 'pagesDir' | 'mail'>,
  site: LiveSite,
): Promise<() => TextPages> {
  if (pagesDir) await requireFolder(pagesDir);
  const mailFrom = mail.delivery === 'smtp' ? mail.from.address : undefined;
  const names = Object.keys(HEADINGS) as PageName[];
  const own = new Map<PageName, string | undefined>();
  for (const name of names) {
    own.set(name, pagesDir && (await readText(join(pagesDir, `${name}.md`))));
  }
  const render = (siteName: string): TextPages => {
    const named = { siteName, publicUrl: site.origin, mailFrom };
    const defaults: Partial<Record<PageName, string>> = {
      privacy: privacyText(named),
      imprint: imprintText(named),
      'account-deleted': DELETED_TEXT,
    };
    return new Map(
      names.map((name) => {
        const text = own.get(name);
        const html = renderPage(text ?? defaults[name] ?? '');
        return [name, { heading: HEADINGS[name], html, isWritten: Boolean(text?.trim()) }];
      }),
    );
  };
  let rendered = { name: site.name, pages: render(site.name) };
  return () => {
    if (rendered.name !== site.name) rendered = { name: site.name, pages: render(site.name) };
    return rendered.pages;
  };
}

/**
 * Headings in descriptions begin at the third level. Here, lower them to the second level, directly below the title of
 * the page.
 */
function renderPage(text: string): string {
  return renderHtml(text).replace(
    /<(\/?)h([3-6])>/g,
    (_, slash, level) => `<${slash}h${level - 1}>`,
  );
}

async function requireFolder(path: string): Promise<void> {
  const stats = await ignoreMissing(() => stat(path));
  if (!stats?.isDirectory()) throw new StartupError(`PAGES_DIR is not a folder: ${path}`);
}

async function readText(path: string): Promise<string | undefined> {
  try {
    const content = await ignoreMissing(() => readFile(path));
    if (!content) return undefined;
    if (content.length > MAX_BYTES) {
      throw new StartupError(`${path} is too large; the maximum is ${MAX_BYTES} bytes.`);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`${path} cannot be read: ${reason}`);
  }
}
