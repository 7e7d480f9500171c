import { basename } from 'node:path';
import type { Database } from '#server/db/client.ts';
import { openAshbyBoard } from './ashby.ts';
import { type ImportCounts, importBoard } from './import-board.ts';
import { refusedData } from './import-failure.ts';
import { tellImport } from './import-notice.ts';
import type { FileOutcome } from './import-report.ts';
import { UnreadableBoardError } from './source-board.ts';

/**
 * Imports each file by itself: one that cannot be read, or whose data the database refuses, is named
 * in its outcome, and the others go on. Any other failure of the database ends the import; the
 * outcomes until then were told.
 */
export async function importFiles(
  db: Database,
  paths: string[],
  onFile: (outcome: FileOutcome) => void = () => {},
): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  for (const path of paths) {
    const outcome = await importFile(db, path);
    outcomes.push(outcome);
    onFile(outcome);
  }
  return outcomes;
}

async function importFile(db: Database, path: string): Promise<FileOutcome> {
  const file = basename(path);
  try {
    const { counts, skipped, listed } = await importBoard(db, openAshbyBoard(path));
    return {
      file,
      counts,
      skipped,
      ...(!listed && { note: whyNothingWasClosed(skipped, counts) }),
    };
  } catch (error) {
    const reason = error instanceof UnreadableBoardError ? error.message : refusedData(error);
    if (!reason) throw error;
    await tellImport(db, 'refused');
    return { file, skipped: [], note: `refused: ${reason}` };
  }
}

function whyNothingWasClosed(skipped: FileOutcome['skipped'], counts: ImportCounts): string {
  const listsNone = counts.added + counts.updated + counts.unchanged + skipped.length === 0;
  return listsNone
    ? 'it lists no job, so nothing was closed'
    : 'nothing was closed: it does not tell what is listed';
}
