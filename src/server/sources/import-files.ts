import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Database } from '#server/db/client.ts';
import { readAshbyBoard } from './ashby.ts';
import { importBoard } from './import-board.ts';
import { refusedData } from './import-failure.ts';
import type { FileOutcome } from './import-report.ts';
import { type SourceBoard, UnreadableBoardError } from './source-board.ts';

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
  let board: SourceBoard;
  try {
    board = readAshbyBoard(path, await readFile(path));
  } catch (error) {
    const unreadable = error instanceof UnreadableBoardError;
    if (!unreadable && !isFileError(error)) throw error;
    return { file, skipped: [], note: `refused: ${error.message}` };
  }
  try {
    const counts = await importBoard(db, board);
    return { file, counts, skipped: board.skipped, ...noteOf(board) };
  } catch (error) {
    const reason = refusedData(error);
    if (!reason) throw error;
    return { file, skipped: [], note: `refused: ${reason}` };
  }
}

function noteOf({ jobs, skipped, listed }: SourceBoard): { note?: string } {
  if (listed) return {};
  if (jobs.length + skipped.length === 0) {
    return { note: 'it lists no job, so nothing was closed' };
  }
  return { note: 'nothing was closed: it does not tell what is listed' };
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
