import { z } from 'zod';
import { UPLOADS_PATH, uploadName } from '#server/content/storage/upload-name.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import { describeRefusedText } from '#server/modules/pages/commands.ts';
import { boardSettings } from '#shared/contract/board-settings.ts';
import { categoryDefinitions } from '#shared/contract/categories.ts';
import { newPage } from '#shared/contract/pages.ts';
import {
  type BoardSettings,
  DEFAULT_SETTINGS,
  PICTURE_SETTINGS,
} from '#shared/domain/board-settings.ts';
import { isSpecifiedPage } from '#shared/domain/pages.ts';
import { MAX_PAGES } from '#shared/limits.ts';

/** Uploaded pictures in Base64, by their paths, which are derived from their content. */
const pictures = z
  .record(z.string(), z.string())
  .superRefine((given, context) => {
    for (const [path, text] of Object.entries(given)) {
      if (`${UPLOADS_PATH}${uploadName(pictureOf(text))}` === path) continue;
      const message = 'is not the picture that was exported. Export the settings again.';
      context.addIssue({ code: 'custom', path: [path], message });
    }
  })
  .describe('The pictures that are named above, in Base64.');

const page = newPage.superRefine(({ text }, context) => {
  const message = describeRefusedText(text);
  if (message) context.addIssue({ code: 'custom', path: ['text'], message });
});

const pages = z
  .array(page)
  .refine((all) => all.filter(({ slug }) => !isSpecifiedPage(slug)).length <= MAX_PAGES, {
    error: `must be at most ${MAX_PAGES} further pages`,
  })
  .refine((all) => new Set(all.map(({ slug }) => slug)).size === all.length, {
    error: 'must have a different slug each',
  })
  .describe(
    'The pages with texts of the operator. A specified page that is missing has its default text.',
  );

const categories = categoryDefinitions.describe('The categories of jobs, in order.');

/** Everything in a file: the settings, the pages, the categories, and the pictures that the settings name. */
export const boardFile = boardSettings.extend({ pages, categories, pictures });

export type BoardFile = z.output<typeof boardFile>;

/** What is missing in a file has these values. */
export const DEFAULT_FILE: BoardFile = {
  ...DEFAULT_SETTINGS,
  pages: [],
  categories: [],
  pictures: {},
};

/** Decodes a picture in a file. */
export const pictureOf = (text: string) => Buffer.from(text, 'base64');

/** Reads the pictures that the settings name. One that the storage has lost is left out. */
export async function exportPictures(
  storage: UploadStorage,
  settings: BoardSettings,
): Promise<BoardFile['pictures']> {
  const paths = new Set(PICTURE_SETTINGS.map((name) => settings[name]).filter(Boolean));
  const entries: [path: string, text: string][] = [];
  for (const path of [...paths].sort()) {
    const content = await storage.read(path.slice(UPLOADS_PATH.length));
    if (content) entries.push([path, content.toString('base64')]);
  }
  return Object.fromEntries(entries);
}
