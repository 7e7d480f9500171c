import { resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import type { ClientBase } from 'pg';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { openRawConnection } from '#server/db/raw-connection.ts';
import { backUpBoard } from '#server/operations/backup/back-up-board.ts';
import { formatContents, formatMissing } from '#server/operations/backup/format-summary.ts';
import { pathExists } from '#server/operations/backup/write-backup.ts';
import { fileArgument } from './arguments.ts';
import { reasonOf } from './reason.ts';
import {
  CONSOLE,
  type CommandContext,
  CommandError,
  type Invocation,
  withConfig,
} from './run-command.ts';
import { printable } from './table.ts';

/** Adds `board backup`. */
export function addBackupCommand(program: Command, invocation: Invocation): void {
  program
    .command('backup')
    .description('Write a snapshot of the board to a file')
    .addHelpText(
      'after',
      `
Writes a consistent snapshot of the whole board to a new file: all tables and the uploaded logos. The server
may stay running. The file contains private keys and sessions; store it where only you can read it.`,
    )
    .addArgument(fileArgument('the new file'))
    .action(withConfig(invocation, backUp, { failed: 'Backup failed' }));
}

async function backUp({ config, signal }: CommandContext, file: string): Promise<void> {
  const path = resolve(file);
  if (await pathExists(path))
    throw new CommandError(`${file} already exists; choose another file name.`);
  const database = await openRawConnection(config, CONSOLE);
  // Close the connection, because that also aborts a query that waits for a lock.
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
    await recordBackup(database.client).catch((error: unknown) => {
      console.error(printable(`The board does not know of the backup: ${reasonOf(error)}`));
    });
    const missing = formatMissing(totals);
    if (missing) console.error(printable(missing));
    console.log(`Backed up ${formatContents(totals)} into ${file}, ${megabytes(size)}.`);
  } finally {
    await database.close();
  }
}

/** Records the backup for the system screen. */
async function recordBackup(client: ClientBase): Promise<void> {
  await client.query(
    `insert into task_runs (name, succeeded_at) values ('backup', now())
      on conflict (name) do update set succeeded_at = excluded.succeeded_at`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
