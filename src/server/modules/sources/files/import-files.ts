import { basename } from 'node:path';
import type { Database } from '#server/db/client.ts';
import { UnreadableFeedError } from '#server/job-feeds/systems/system.ts';
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

/**
 * Imports each file separately. If a file is unreadable, or PostgreSQL rejects its data, its outcome has the reason,
 * and the next file is imported. Any other database failure is thrown, after `onFile` has received the outcomes of the
 * earlier files.
 */
export async function importFiles(
  db: Database,
  paths: string[],
  onFile: (outcome: FileOutcome) => void = () => {},
  options: ImportOptions = {},
): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  for (const path of paths) {
    const outcome = await importFile(db, path, options);
    outcomes.push(outcome);
    onFile(outcome);
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
    const imported = await importFeed(db, openAshbyFile(path), options);
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

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function reasonNothingClosed(skipped: FileOutcome['skipped'], counts: ImportCounts): string {
  const listsNone = counts.added + counts.updated + counts.unchanged + skipped.length === 0;
  return listsNone
    ? 'jobs were not closed: the file lists no jobs'
    : 'jobs were not closed: an entry of the file has no id';
}
