import { SingleBar } from 'cli-progress';
import { UsageError, withDatabase } from '#server/cli/run-command.ts';
import { learnWords } from '#server/search/vocabulary.ts';
import { importFiles } from './import-files.ts';
import { type FileOutcome, importReport } from './import-report.ts';
import { settleSearch } from './settle-search.ts';

const USAGE = `Usage: npm run import -- FILE…

Imports recorded Ashby job boards, one JSON file a company; the company's name is the file's.
Importing a file again updates what has changed and closes the jobs that it no longer lists.`;

export const importCommand = withDatabase({
  usage: USAGE,
  failed: 'The import ended early',
  check(files) {
    if (files.length === 0) throw new UsageError();
  },
  async run({ db, parameters: files }) {
    const bar = new SingleBar({
      format: 'Importing {bar} {value}/{total} files',
      hideCursor: true,
    });
    const outcomes: FileOutcome[] = [];
    try {
      bar.start(files.length, 0);
      await importFiles(db, files, (outcome) => {
        bar.update(outcomes.push(outcome));
      });
    } finally {
      bar.stop();
      // What went in before a failure is in.
      if (outcomes.length > 0) console.log(importReport(outcomes));
    }
    await settleSearch(db);
    await learnWords(db);
    // A file that was refused was named with its reason.
    return outcomes.every(({ counts }) => counts) ? 0 : 1;
  },
});
