import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import { drawLogo } from '#server/content/images/logo.ts';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import type { Database } from '#server/db/client.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { replaceCategories } from '#server/modules/categories/commands.ts';
import { readDefinitions } from '#server/modules/categories/queries.ts';
import { replacePages } from '#server/modules/pages/commands.ts';
import { readStoredPages } from '#server/modules/pages/queries.ts';
import { findSettingChanges, replaceSettings } from '#server/modules/settings/commands.ts';
import {
  type BoardFile,
  exportPictures,
  pictureOf,
} from '#server/modules/settings/file/board-file.ts';
import {
  formatSettings,
  MAX_SETTINGS_FILE,
  readSettings,
} from '#server/modules/settings/file/settings-file.ts';
import { presentSettings } from '#server/modules/settings/presenter.ts';
import { effectiveSettings, readSettingsRow } from '#server/modules/settings/queries.ts';
import { storeUpload } from '#server/modules/uploads/commands.ts';
import { type BoardSettings, isSameSetting } from '#shared/domain/board-settings.ts';
import { fileArgument } from './arguments.ts';
import {
  type DatabaseContext,
  type Invocation,
  ReportedError,
  withDatabase,
} from './run-command.ts';
import { printable } from './table.ts';

/** Adds `board settings export` and `board settings import`. */
export function addSettingsCommand(program: Command, invocation: Invocation): void {
  const settings = program
    .command('settings')
    .description('Write the name, texts and rules of the board to a file, or read them from one');
  settings
    .command('export')
    .description('Write all settings as YAML, each with its description')
    .addArgument(
      fileArgument('the file, which is overwritten; without it, prints the settings', '[file]'),
    )
    .addHelpText(
      'after',
      `
Settings that a variable of the environment sets, such as SITE_NAME, are written as they are stored.`,
    )
    .action(withDatabase(invocation, (context, file?: string) => exportSettings(context, file)));
  settings
    .command('import')
    .description('Set all settings as in a file, and print what changes')
    .addArgument(fileArgument('a file like that of settings export'))
    .option('--dry-run', 'print what would change, and change nothing')
    .addHelpText(
      'after',
      `
A setting that is missing in the file gets its default value. If anything in the file is wrong,
nothing changes, and each fault is printed with its line. Running servers follow within a second.`,
    )
    .action(withDatabase(invocation, importSettings));
}

async function exportSettings(
  { db, config }: DatabaseContext,
  file: string | undefined,
): Promise<void> {
  const { values } = await readSettingsRow(db);
  const settings = effectiveSettings(values, {});
  const pictures = await exportPictures(openUploadStorage(config), settings);
  const pages = await readStoredPages(db);
  const categories = await readDefinitions(db);
  const text = formatSettings({ ...settings, pages, categories, pictures });
  if (file === undefined) {
    console.log(text.trimEnd());
    return;
  }
  await writeFile(file, text);
  console.log(`The settings are in ${printable(file)}.`);
}

/** The maximum number of faults that are printed. A file with more of them is usually another kind of file. */
const MAX_PRINTED = 100;

async function importSettings(
  { db, config }: DatabaseContext,
  file: string,
  { dryRun: isTrial = false }: { dryRun?: boolean },
): Promise<void> {
  // One byte more than allowed is enough to tell that a file is too large, also of one without an end.
  const bytes = await buffer(createReadStream(file, { end: MAX_SETTINGS_FILE }));
  const { content, faults } = readSettings(bytes);
  if (!content) {
    for (const { line, name, message } of faults.slice(0, MAX_PRINTED)) {
      console.error(printable([`${file}:${line}`, name, message].filter(Boolean).join(': ')));
    }
    const more = faults.length - MAX_PRINTED;
    if (more > 0) console.error(`There are ${more} more.`);
    console.error('No setting has changed.');
    throw new ReportedError('The file has faults');
  }
  const { pictures, pages, categories, ...settings } = content;
  const changes = [
    ...(await findSettingChanges(db, settings)).map(
      ({ name, before, after }) => `${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
    ),
    ...describeChanges('pages', await readStoredPages(db), sortBySlug(pages)),
    ...describeChanges('categories', await readDefinitions(db), categories),
  ];
  if (!isTrial) {
    await storePictures(db, openUploadStorage(config), pictures);
    const actor = ACTORS.settings;
    await withActor(db, actor, async (tx) => {
      await replaceSettings(tx, settings);
      await replacePages(tx, { actor, wanted: pages });
      await replaceCategories(tx, actor, categories);
    });
  }
  for (const change of changes) console.log(printable(change));
  if (changes.length === 0) console.log('The board has these settings already.');
  else if (isTrial) console.error('This was a dry run, so no setting has changed.');
  for (const warning of warningsOf(settings, config.fixedSettings)) {
    console.error(printable(warning));
  }
}

type Named = { slug: string };

/** Pages have no order, except that of their links. */
const sortBySlug = <Page extends Named>(pages: Page[]) =>
  [...pages].sort((one, other) => (one.slug < other.slug ? -1 : 1));

/** Says which pages or categories an import adds, changes or deletes, or that it changes their order. */
function describeChanges(name: string, stored: Named[], wanted: Named[]): string[] {
  const before = new Map(stored.map((one) => [one.slug, JSON.stringify(one)]));
  const kept = new Set(wanted.map(({ slug }) => slug));
  const changes = [
    ...wanted.flatMap((one) => {
      const known = before.get(one.slug);
      if (known === JSON.stringify(one)) return [];
      return [`${name}: ${one.slug} ${known === undefined ? 'is added' : 'is changed'}`];
    }),
    ...stored.flatMap(({ slug }) => (kept.has(slug) ? [] : [`${name}: ${slug} is deleted`])),
  ];
  const isSameOrder = wanted.every(({ slug }, index) => slug === stored[index]?.slug);
  return changes.length > 0 || isSameOrder ? changes : [`${name}: in another order`];
}

/**
 * Stores the pictures in a file. Each is decoded first, as an upload is.
 * @throws ProblemError if one is no picture
 */
async function storePictures(
  db: Database,
  storage: UploadStorage,
  pictures: BoardFile['pictures'],
): Promise<void> {
  const contents = Object.values(pictures).map(pictureOf);
  for (const content of contents) await drawLogo(content);
  for (const content of contents) await storeUpload(db, storage, content);
}

/** Names the settings whose values in the file have no effect, because a variable of the environment sets others. */
function warningsOf(settings: BoardSettings, fixed: Partial<BoardSettings>): string[] {
  return presentSettings({ values: settings, version: 0, setup: 'done' }, fixed).fixed.flatMap(
    ({ setting, variable }) =>
      isSameSetting(settings[setting], fixed[setting])
        ? []
        : [
            `${setting}: ${variable} sets it to ${JSON.stringify(fixed[setting])}. The value in the file takes effect once ${variable} is removed.`,
          ],
  );
}
