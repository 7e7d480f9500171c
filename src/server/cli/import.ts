import { SingleBar } from 'cli-progress';
import { renderMissing } from '#server/modules/descriptions/commands.ts';
import { refreshDictionary } from '#server/modules/search/dictionary.ts';
import { refreshIndex } from '#server/modules/search/refresh-index.ts';
import { type FileOutcome, importFiles } from '#server/modules/sources/import-files.ts';
import { importReport } from './import-report.ts';
import { UsageError, withDatabase } from './run-command.ts';

const USAGE = `Usage: npm run import -- [--force] FILE…

Imports recorded Ashby job boards, one JSON file per company. A new company is named after its file.
Importing a file again updates changed jobs and closes jobs that it no longer lists. Jobs that people
edited, closed or deleted stay as they are.

  --force  closes all jobs that a file no longer lists; without it, a file that would close more
           than five jobs and more than a quarter of the company's open jobs is refused`;

export const importCommand = withDatabase({
  usage: USAGE,
  flags: ['force'],
  failed: 'Import failed',
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
      // Files imported before a failure stay imported, so report them.
      if (outcomes.length > 0) console.log(importReport(outcomes));
    }
    await refreshIndex(db);
    await refreshDictionary(db);
    await renderMissing(db);
    // The report has named each refused file with its reason.
    return outcomes.every(({ counts }) => counts) ? 0 : 1;
  },
});
