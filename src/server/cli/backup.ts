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

Writes the whole board, as it is at one moment, into a new file: all tables and the uploaded logos. The server
may go on. The file holds private keys and sessions: keep it from others.`;

export const backupCommand: Command = {
  usage: USAGE,
  failed: 'There is no backup',
  check: requireOneFile,
  async run({ config, parameters: [file = ''], signal }) {
    const path = resolve(file);
    if (await pathExists(path)) throw new CommandError(`${file} is there already.`);
    const database = await openRawConnection(config, CONSOLE);
    // Ends also what waits for the database.
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
