import { stat } from 'node:fs/promises';
import { SingleBar } from 'cli-progress';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { openRawConnection } from '#server/db/raw-connection.ts';
import { formatContents, formatMissing } from '#server/operations/backup/format-summary.ts';
import { UnusableBackupError } from '#server/operations/backup/read-backup.ts';
import {
  checkBackup,
  NotRestorableError,
  restoreBoard,
} from '#server/operations/backup/restore-board.ts';
import { requireOneFile } from './one-file.ts';
import { CONSOLE, type Command, CommandError } from './run-command.ts';
import { printable } from './table.ts';

const USAGE = `Usage: npm run restore -- FILE

Restores a backup into an empty board: a new DATA_DIR or database, in which no server has been started. The file is
checked as a whole first. What cannot be restored changes nothing.`;

export const restoreCommand: Command = {
  usage: USAGE,
  failed: 'Nothing was restored',
  check: requireOneFile,
  async run({ config, parameters: [file = ''], signal }) {
    const found = await stat(file);
    // Of a pipe, nothing would be left for the second time.
    if (!found.isFile()) throw new CommandError(`${file} is no file: it has to be read twice.`);
    const { size } = found;
    const backup = await withBar('Checking', size, (onBytes) =>
      checkBackup(file, { onBytes, signal }),
    );
    const database = await openRawConnection(config, CONSOLE);
    try {
      signal.throwIfAborted();
      const storage = openUploadStorage(config);
      const totals = await withBar('Restoring', size, (onBytes, say) =>
        restoreBoard({ client: database.client, storage }, backup, {
          onBytes,
          signal,
          onLoaded: () => say('Making indexes'),
        }),
      );
      const missing = formatMissing(totals);
      if (missing) console.error(printable(missing));
      console.log(`Restored ${formatContents(totals)} from ${file}.`);
      return 0;
    } finally {
      await database.close();
    }
  },
};

/** Shows how much of the file is read while something is done; of a refusal, the reason is told. */
async function withBar<Result>(
  what: string,
  size: number,
  act: (onBytes: (bytes: number) => void, say: (what: string) => void) => Promise<Result>,
): Promise<Result> {
  const bar = new SingleBar({ format: '{what} {bar} {percentage} %', hideCursor: true });
  bar.start(size, 0, { what });
  try {
    return await act(
      (bytes) => bar.increment(bytes),
      (next) => bar.update({ what: next }),
    );
  } catch (error) {
    const refused = error instanceof UnusableBackupError || error instanceof NotRestorableError;
    throw refused ? new CommandError(error.message) : error;
  } finally {
    bar.stop();
  }
}
