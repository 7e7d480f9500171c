import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import { ignoreMissing } from '#server/platform/files.ts';
import { SPECIFIED_SLUGS } from '#shared/domain/pages.ts';

/** The texts in the operator's files by the slugs of their pages, in Markdown. */
export type PageFiles = ReadonlyMap<string, string>;

/** The slug of the page that people see after the deletion of their account. */
export const ACCOUNT_DELETED = 'account-deleted';

/** The maximum size of a file with a text (bytes). */
const MAX_BYTES = 200_000;

export const fileNameOf = (slug: string) => `${slug}.md`;

/**
 * Reads the operator's Markdown files, such as `privacy.md`.
 * @param folder undefined if the operator has none
 * @throws StartupError if the folder or a file cannot be read
 */
export async function readPageFiles(folder: string | undefined): Promise<PageFiles> {
  const texts = new Map<string, string>();
  if (folder === undefined) return texts;
  await requireFolder(folder);
  for (const slug of [...SPECIFIED_SLUGS, ACCOUNT_DELETED]) {
    const text = await readText(join(folder, fileNameOf(slug)));
    if (text !== undefined) texts.set(slug, text);
  }
  return texts;
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
