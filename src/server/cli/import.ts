import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { renderMissing } from '#server/modules/descriptions/commands.ts';
import { refreshAfterImport } from '#server/modules/search/refresh-index.ts';
import { type FileOutcome, importFiles } from '#server/modules/sources/files/import-files.ts';
import { recordRun } from '#server/operations/system/task-runs.ts';
import { importReport } from './import-report.ts';
import {
  type DatabaseContext,
  type Invocation,
  ReportedError,
  withDatabase,
} from './run-command.ts';

/** Adds `board import`. */
export function addImportCommand(program: Command, invocation: Invocation): void {
  program
    .command('import')
    .description('Import recorded job feeds')
    .addHelpText(
      'after',
      `
Imports recorded Ashby job boards, one JSON file per company. A new company is named after its file.
Importing a file again updates changed jobs and closes jobs that it no longer lists. Jobs that people
edited, closed or deleted stay as they are.`,
    )
    .argument('<files...>', 'the files to import')
    .option(
      '--force',
      "close all jobs that a file no longer lists; without it, a file that would close more than five jobs and more than a quarter of the company's open jobs is refused",
    )
    .action(withDatabase(invocation, importAll, { failed: 'Import failed' }));
}

/** Imports files, and prints a report. */
export async function importAll(
  { db }: Pick<DatabaseContext, 'db'>,
  files: string[],
  { force }: { force?: boolean },
): Promise<void> {
  const bar = new SingleBar({
    format: 'Importing {bar} {value}/{total} files',
    hideCursor: true,
  });
  const outcomes: FileOutcome[] = [];
  try {
    bar.start(files.length, 0);
    const onFile = (outcome: FileOutcome) => bar.update(outcomes.push(outcome));
    await importFiles(db, files, onFile, { force });
  } finally {
    bar.stop();
    // Report the files that were imported before the failure, because they stay imported.
    if (outcomes.length > 0) console.log(importReport(outcomes));
  }
  const changed = outcomes.reduce(
    (sum, { counts }) => sum + (counts ? counts.added + counts.updated + counts.closed : 0),
    0,
  );
  await refreshAfterImport(db, changed);
  await renderMissing(db);
  const isComplete = outcomes.every(({ counts }) => counts);
  await recordRun(db, 'import', isComplete);
  if (!isComplete) throw new ReportedError('The report names the refused files');
}
