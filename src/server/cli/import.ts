import { SingleBar } from 'cli-progress';
import { renderMissing } from '#server/modules/descriptions/commands.ts';
import { refreshDictionary } from '#server/modules/search/dictionary.ts';
import { refreshIndex } from '#server/modules/search/refresh-index.ts';
import { type FileOutcome, importFiles } from '#server/modules/sources/import-files.ts';
import { importReport } from './import-report.ts';
import { UsageError, withDatabase } from './run-command.ts';

const USAGE = `Usage: npm run import -- [--force] FILE…

Imports recorded Ashby job boards, one JSON file a company; a new company is named after the file.
Importing a board again updates what has changed and closes the jobs that it no longer lists.
What people edited, closed or deleted stays so.

  --force  closes more than a quarter of a board's open jobs, and more than five, where the file
           no longer lists them; without it, such a file is refused`;

export const importCommand = withDatabase({
  usage: USAGE,
  flags: ['force'],
  failed: 'The import ended early',
  check(files) {
    if (files.length === 0) throw new UsageError();
  },
  async run({ db, parameters: files, flags }) {
    const bar = new SingleBar({
      format: 'Importing {bar} {value}/{total} files',
      hideCursor: true,
    });
    const outcomes: FileOutcome[] = [];
    try {
      bar.start(files.length, 0);
      const onFile = (outcome: FileOutcome) => bar.update(outcomes.push(outcome));
      await importFiles(db, files, onFile, { force: flags.has('force') });
    } finally {
      bar.stop();
      // What went in before a failure is in.
      if (outcomes.length > 0) console.log(importReport(outcomes));
    }
    await refreshIndex(db);
    await refreshDictionary(db);
    await renderMissing(db);
    // A file that was refused was named with its reason.
    return outcomes.every(({ counts }) => counts) ? 0 : 1;
  },
});
