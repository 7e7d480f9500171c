import { stat } from 'node:fs/promises';
import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { openDeletionFolder, openDeletionList } from '#server/content/storage/deletion-list.ts';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { openRawConnection } from '#server/db/raw-connection.ts';
import { formatContents, formatMissing } from '#server/operations/backup/format-summary.ts';
import { UnusableBackupError } from '#server/operations/backup/read-backup.ts';
import {
  checkBackup,
  NotRestorableError,
  restoreBoard,
} from '#server/operations/backup/restore-board.ts';
import { ignoreMissing } from '#server/platform/files.ts';
import { fileArgument } from './arguments.ts';
import {
  CONSOLE,
  type CommandContext,
  CommandError,
  type Invocation,
  withConfig,
} from './run-command.ts';
import { printable } from './table.ts';

/** Adds `board restore`. */
export function addRestoreCommand(program: Command, invocation: Invocation): void {
  program
    .command('restore')
    .description('Restore a backup into an empty board')
    .addHelpText(
      'after',
      `
Restores a backup into an empty board: a new DATA_DIR or database that no server has used. The command checks the
whole file first. A backup that cannot be restored changes nothing.

People who have deleted their accounts since the backup are deleted again. Their list is in the folder deletions of
DATA_DIR, or in the bucket of UPLOADS_URL. For a new DATA_DIR, name the folder of the former one.`,
    )
    .option('--deletions <folder>', 'the list of deleted people of the former board')
    .option(
      '--without-deletions',
      'restore without a list: people who deleted their accounts since the backup come back',
    )
    .addArgument(fileArgument('the backup'))
    .action(withConfig(invocation, restore, { failed: 'Nothing was restored' }));
}

type RestoreOptions = { deletions?: string; withoutDeletions?: boolean };

async function restore(
  { config, signal }: CommandContext,
  file: string,
  { deletions: folder, withoutDeletions = false }: RestoreOptions,
): Promise<void> {
  const stats = await stat(file);
  // A pipe cannot be read twice, but a restore reads the file twice.
  if (!stats.isFile())
    throw new CommandError(
      `${file} is not a regular file. A restore reads the backup twice, so it cannot come from a pipe.`,
    );
  if (folder !== undefined) await requireFolder(folder);
  const { size } = stats;
  const backup = await withBar('Checking', size, (onBytes) =>
    checkBackup(file, { onBytes, signal }),
  );
  const listed = await readDeletions(config, folder);
  if (!listed && !withoutDeletions) throw new CommandError(NO_LIST);
  const deletions = listed ?? [];
  const database = await openRawConnection(config, CONSOLE);
  try {
    signal.throwIfAborted();
    const storage = openUploadStorage(config);
    const totals = await withBar('Restoring', size, (onBytes, setLabel) =>
      restoreBoard({ client: database.client, storage }, backup, {
        onBytes,
        signal,
        deletions,
        onLoaded: () => setLabel('Creating indexes'),
      }),
    );
    const missing = formatMissing(totals);
    if (missing) console.error(printable(missing));
    console.log(`Restored ${formatContents(totals)} from ${file}.`);
    if (totals.erased > 0) {
      const people = `${totals.erased} ${totals.erased === 1 ? 'person' : 'people'}`;
      console.log(`Deleted ${people} again who had deleted their accounts since the backup.`);
    }
  } finally {
    await database.close();
  }
}

const NO_LIST =
  'No list of deleted accounts was found. People who have deleted their accounts since the backup would come back. Name the folder deletions in the DATA_DIR of the former board with --deletions. If there is none, use --without-deletions.';

/** @throws CommandError if there is no such folder */
async function requireFolder(folder: string): Promise<void> {
  const stats = await ignoreMissing(() => stat(folder));
  if (!stats?.isDirectory()) throw new CommandError(`${folder} is not a folder.`);
}

/**
 * Reads the digests in the board's own list, and in the folder that is named. Returns undefined if the board has no
 * list and no folder is named.
 * @throws CommandError if the folder has no list
 */
async function readDeletions(
  config: CommandContext['config'],
  folder: string | undefined,
): Promise<string[] | undefined> {
  const own = await openDeletionList(config).read();
  if (folder === undefined) return own;
  const named = await openDeletionFolder(folder).read();
  if (!named) throw new CommandError(`${folder} has no list of deleted accounts.`);
  return [...(own ?? []), ...named];
}

/**
 * Shows a progress bar while `act` reads the file.
 * @throws CommandError with the reason if the backup is unusable or cannot be restored
 */
async function withBar<Result>(
  label: string,
  size: number,
  act: (onBytes: (bytes: number) => void, setLabel: (label: string) => void) => Promise<Result>,
): Promise<Result> {
  const bar = new SingleBar({ format: '{label} {bar} {percentage} %', hideCursor: true });
  bar.start(size, 0, { label });
  try {
    return await act(
      (bytes) => bar.increment(bytes),
      (next) => bar.update({ label: next }),
    );
  } catch (error) {
    const refused = error instanceof UnusableBackupError || error instanceof NotRestorableError;
    throw refused ? new CommandError(error.message) : error;
  } finally {
    bar.stop();
  }
}
