import { basename } from 'node:path';
import type { Database } from '#server/db/client.ts';
import { openAshbyBoard } from './ashby.ts';
import { CompanyDeletedError } from './find-company.ts';
import {
  type ImportCounts,
  type ImportOptions,
  importBoard,
  TooManyClosedError,
} from './import-board.ts';
import { notifyImport } from './import-notice.ts';
import { refusedData } from './refused-data.ts';
import { UnreadableBoardError } from './source-board.ts';

/** What became of one file. */
export type FileOutcome = {
  file: string;
  /** Absent where the file was refused. */
  counts?: ImportCounts;
  skipped: { job: string; reason: string }[];
  /** Why the file was refused, or what is worth knowing of it. */
  note?: string;
};

/**
 * Imports each file by itself: one that cannot be read, or whose data the database refuses, is named
 * in its outcome, and the others go on. Any other failure of the database ends the import; the
 * outcomes until then were told.
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
    const imported = await importBoard(db, openAshbyBoard(path), options);
    const { counts, skipped, listed, edited } = imported;
    const notes = [
      ...(listed ? [] : [whyNothingWasClosed(skipped, counts)]),
      ...(edited > 0 ? [`edits by people retained in ${countOf(edited, 'job')}`] : []),
    ];
    return { file, counts, skipped, ...(notes.length > 0 && { note: notes.join('; ') }) };
  } catch (error) {
    if (error instanceof CompanyDeletedError) {
      const { message, eventId } = error;
      const counts = { added: 0, updated: 0, unchanged: 0, closed: 0 };
      const note = `nothing was imported: ${message}; \`npm run audit -- restore ${eventId}\` brings it back`;
      return { file, counts, skipped: [], note };
    }
    const isRefusal = error instanceof UnreadableBoardError || error instanceof TooManyClosedError;
    const reason = isRefusal ? error.message : refusedData(error);
    if (!reason) throw error;
    await notifyImport(db, 'refused');
    return { file, skipped: [], note: `refused: ${reason}` };
  }
}

const countOf = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

function whyNothingWasClosed(skipped: FileOutcome['skipped'], counts: ImportCounts): string {
  const listsNone = counts.added + counts.updated + counts.unchanged + skipped.length === 0;
  return listsNone
    ? 'it lists no job, so nothing was closed'
    : 'nothing was closed: it does not tell what is listed';
}
