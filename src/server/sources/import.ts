import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/client.ts';
import { importFailure } from './import-failure.ts';
import { importFiles } from './import-files.ts';
import { type FileOutcome, importReport } from './import-report.ts';

const USAGE = `Usage: npm run import -- FILE…

Imports recorded Ashby job boards, one JSON file a company; the company's name is the file's.
Importing a file again updates what has changed and closes the jobs that it no longer lists.`;

/** 0: all went in. 1: at least one file was refused, or the import ended early. 2: the command was not understood. */
async function run(): Promise<0 | 1 | 2> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (positionals.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const database = await openDatabase(readConfig(process.env), {
    purpose: 'command',
    log: (message) => console.error(message),
    onConnectionLost: (error) => console.error(`A database connection was lost: ${error.message}`),
  });
  const bar = new SingleBar({ format: 'Importing {bar} {value}/{total} files', hideCursor: true });
  const outcomes: FileOutcome[] = [];
  try {
    bar.start(positionals.length, 0);
    await importFiles(database.db, positionals, (outcome) => {
      bar.update(outcomes.push(outcome));
    });
  } finally {
    bar.stop();
    // What went in before a failure is in.
    if (outcomes.length > 0) console.log(importReport(outcomes));
    await database.close();
  }
  return outcomes.every(({ counts }) => counts) ? 0 : 1;
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(importFailure(error));
    process.exitCode = 1;
  },
);
