import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Database } from '#server/db/client.ts';
import { readAshbyBoard } from './ashby.ts';
import { importBoard } from './import-board.ts';
import type { FileOutcome } from './import-report.ts';
import { type SourceBoard, UnreadableBoardError } from './source-board.ts';

/**
 * Imports each file by itself: one that cannot be read is named in its outcome, and the others go
 * on. A failure of the database ends the import.
 */
export async function importFiles(
  db: Database,
  paths: string[],
  onFile: (done: number) => void = () => {},
): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  for (const path of paths) {
    outcomes.push(await importFile(db, path));
    onFile(outcomes.length);
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
  const counts = await importBoard(db, board);
  const note = board.listed ? {} : { note: 'nothing was closed: it does not tell what is listed' };
  return { file, counts, skipped: board.skipped, ...note };
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
