import { resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { openRawConnection } from '#server/db/raw-connection.ts';
import { backUpBoard } from '#server/operations/backup/back-up-board.ts';
import { formatContents, formatMissing } from '#server/operations/backup/format-summary.ts';
import { pathExists } from '#server/operations/backup/write-backup.ts';
import { requireOneFile } from './one-file.ts';
import { CONSOLE, type Command, CommandError } from './run-command.ts';
import { printable } from './table.ts';

const USAGE = `Usage: npm run backup -- FILE

Writes a consistent snapshot of the whole board to a new file: all tables and the uploaded logos. The server
may stay running. The file contains private keys and sessions; store it where only you can read it.`;

export const backupCommand: Command = {
  usage: USAGE,
  failed: 'Backup failed',
  check: requireOneFile,
  async run({ config, parameters: [file = ''], signal }) {
    const path = resolve(file);
    if (await pathExists(path))
      throw new CommandError(`${file} already exists; choose another file name.`);
    const database = await openRawConnection(config, CONSOLE);
    // Closing the connection also aborts queries that wait for a lock.
    signal.addEventListener('abort', () => void database.client.end());
    try {
      signal.throwIfAborted();
      const bar = new SingleBar({ format: 'Backing up {bar} {percentage} %', hideCursor: true });
      bar.start(1, 0);
      const { size, ...totals } = await backUpBoard(
        { client: database.client, storage: openUploadStorage(config) },
        path,
        {
          onProgress(done, total) {
            bar.setTotal(total);
            bar.update(done);
          },
          signal,
        },
      ).finally(() => bar.stop());
      const missing = formatMissing(totals);
      if (missing) console.error(printable(missing));
      console.log(`Backed up ${formatContents(totals)} into ${file}, ${megabytes(size)}.`);
      return 0;
    } finally {
      await database.close();
    }
  },
};

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
