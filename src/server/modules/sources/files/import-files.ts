import { basename } from 'node:path';
import type { Database } from '#server/db/client.ts';
import { UnreadableFeedError } from '#server/job-feeds/systems/system.ts';
import { ReaderLostError } from '../reader/read-apart.ts';
import { notifyImport } from '../writes/import-notice.ts';
import { findRejection } from '../writes/rejected-data.ts';
import { openAshbyFile } from './ashby-file.ts';
import { CompanyDeletedError } from './find-company.ts';
import {
  type ImportCounts,
  type ImportOptions,
  importFeed,
  TooManyClosedError,
} from './import-feed.ts';

/** The outcome of one file. */
export type FileOutcome = {
  file: string;
  /** The counts of jobs; undefined if the file was refused. */
  counts?: ImportCounts;
  skipped: { job: string; reason: string }[];
  /** The reason why the file was refused, or a remark about its import. */
  note?: string;
};

/** How many files are imported at a time, so that PostgreSQL writes one file while this process reads another. */
const FILES_AT_ONCE = 2;

/**
 * Imports each file separately. If a file is unreadable, or PostgreSQL rejects its data, its outcome has the reason,
 * and the next file is imported. Any other database failure is thrown, after `onFile` has received the outcomes of the
 * earlier files. A file is not started before the file before it has locked its company, so that several files of one
 * company are imported in their order.
 */
export async function importFiles(
  db: Database,
  paths: string[],
  onFile: (outcome: FileOutcome) => void = () => {},
  { force }: Pick<ImportOptions, 'force'> = {},
): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  const running: Promise<FileOutcome>[] = [];
  const report = (outcome: FileOutcome) => {
    outcomes.push(outcome);
    onFile(outcome);
  };
  const endFirst = async () => {
    const outcome = await running[0];
    running.shift();
    if (outcome) report(outcome);
  };
  try {
    for (const path of paths) {
      if (running.length === FILES_AT_ONCE) await endFirst();
      await new Promise<void>((onLocked) => {
        const importing = importFile(db, path, { force, onLocked });
        running.push(importing);
        importing.then(
          () => onLocked(),
          () => onLocked(),
        );
      });
    }
    while (running.length > 0) await endFirst();
  } finally {
    // After a failure, the other file may still be imported.
    for (const result of await Promise.allSettled(running)) {
      if (result.status === 'fulfilled') report(result.value);
    }
  }
  return outcomes;
}

async function importFile(
  db: Database,
  path: string,
  options: ImportOptions,
): Promise<FileOutcome> {
  const file = basename(path);
  try {
    const imported = await importAshbyFile(db, path, options);
    const { counts, skipped, listed, edited, outdated } = imported;
    const notes = [
      ...(listed ? [] : [reasonNothingClosed(skipped, counts)]),
      ...(outdated > 0
        ? [`${countOf(outdated, 'job')} with a past closing date opened without it`]
        : []),
      ...(edited > 0 ? [`people’s edits to ${countOf(edited, 'job')} are retained`] : []),
    ];
    return { file, counts, skipped, ...(notes.length > 0 && { note: notes.join('; ') }) };
  } catch (error) {
    if (error instanceof CompanyDeletedError) {
      const { message, eventId } = error;
      const counts = { added: 0, updated: 0, unchanged: 0, closed: 0 };
      const note = `nothing was imported: ${message}; \`npm run audit -- restore ${eventId}\` restores it`;
      return { file, counts, skipped: [], note };
    }
    const isRefusal = error instanceof UnreadableFeedError || error instanceof TooManyClosedError;
    const reason = isRefusal ? error.message : findRejection(error);
    if (!reason) throw error;
    await notifyImport(db, 'refused');
    return { file, skipped: [], note: `refused: ${reason}` };
  }
}

/**
 * Imports a file whose reader other files share. If the reader is killed meanwhile, imports the file again with a reader of
 * its own, because another file may have been the cause.
 */
async function importAshbyFile(db: Database, path: string, options: ImportOptions) {
  try {
    return await importFeed(db, openAshbyFile(path, false), options);
  } catch (error) {
    if (!(error instanceof ReaderLostError)) throw error;
    return importFeed(db, openAshbyFile(path, true), options);
  }
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function reasonNothingClosed(skipped: FileOutcome['skipped'], counts: ImportCounts): string {
  const listsNone = counts.added + counts.updated + counts.unchanged + skipped.length === 0;
  return listsNone
    ? 'jobs were not closed: the file lists no jobs'
    : 'jobs were not closed: an entry of the file has no id';
}
