import { stat } from 'node:fs/promises';
import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { openRawConnection } from '#server/db/raw-connection.ts';
import { formatContents, formatMissing } from '#server/operations/backup/format-summary.ts';
import { UnusableBackupError } from '#server/operations/backup/read-backup.ts';
import {
  checkBackup,
  NotRestorableError,
  restoreBoard,
} from '#server/operations/backup/restore-board.ts';
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
whole file first. A backup that cannot be restored changes nothing.`,
    )
    .addArgument(fileArgument('the backup'))
    .action(withConfig(invocation, restore, { failed: 'Nothing was restored' }));
}

async function restore({ config, signal }: CommandContext, file: string): Promise<void> {
  const stats = await stat(file);
  // A pipe cannot be read twice, but a restore reads the file twice.
  if (!stats.isFile())
    throw new CommandError(
      `${file} is not a regular file. A restore reads the backup twice, so it cannot come from a pipe.`,
    );
  const { size } = stats;
  const backup = await withBar('Checking', size, (onBytes) =>
    checkBackup(file, { onBytes, signal }),
  );
  const database = await openRawConnection(config, CONSOLE);
  try {
    signal.throwIfAborted();
    const storage = openUploadStorage(config);
    const totals = await withBar('Restoring', size, (onBytes, setLabel) =>
      restoreBoard({ client: database.client, storage }, backup, {
        onBytes,
        signal,
        onLoaded: () => setLabel('Creating indexes'),
      }),
    );
    const missing = formatMissing(totals);
    if (missing) console.error(printable(missing));
    console.log(`Restored ${formatContents(totals)} from ${file}.`);
  } finally {
    await database.close();
  }
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
