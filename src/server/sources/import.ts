import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/client.ts';
import { StartupError } from '#server/startup-error.ts';
import { importFiles } from './import-files.ts';
import { importReport } from './import-report.ts';

const USAGE = `Usage: npm run import -- FILE…

Imports recorded Ashby job boards, one JSON file a company; the company's name is the file's.
Importing a file again updates what has changed and closes the jobs that it no longer lists.`;

/** 0: all went in. 1: at least one file was refused. 2: the command was not understood. */
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
  try {
    bar.start(positionals.length, 0);
    const outcomes = await importFiles(database.db, positionals, (done) => bar.update(done));
    bar.stop();
    console.log(importReport(outcomes));
    return outcomes.every(({ counts }) => counts) ? 0 : 1;
  } finally {
    bar.stop();
    await database.close();
  }
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const message = error instanceof StartupError ? error.message : String((error as Error).stack);
    console.error(message);
    process.exitCode = 1;
  },
);
