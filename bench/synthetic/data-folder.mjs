import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { runnerImport } from 'vite';
import { ROOT } from '../../scripts/build-if-stale.mjs';
import { BenchError } from '../load/processes.mjs';
import { withProduct } from '../load/server.mjs';
import { makeBoard } from './board.mjs';
import { loadBoard } from './load-board.mjs';

/** The name of the file that describes the content of a folder. */
const MANIFEST = 'made-up-jobs.json';

const SEED = 1;

/** The number of jobs from which the digest of a generator is computed. */
const SAMPLE = 500;

/**
 * Creates a data folder with synthetic jobs. A folder with the same content is reused.
 * @param {string} folder
 * @param {number} jobs
 * @param {import('../load/processes.mjs').Talk} talk
 * @returns {Promise<{ dataDir: string, size: import('./board.mjs').Size }>}
 * @throws {BenchError} if the folder contains other data
 */
export async function prepareData(folder, jobs, talk) {
  await mkdir(folder, { recursive: true });
  // Resolve symbolic links, so that the path is the one that PostgreSQL uses.
  const dataDir = await realpath(folder);
  const path = join(dataDir, MANIFEST);
  const wanted = { jobs, seed: SEED, generator: digestOfGenerator(jobs) };
  const found = await readFile(path, 'utf8').then(JSON.parse, () => undefined);
  if (found) {
    const { until, ...content } = found;
    if (!isDeepStrictEqual(content, wanted)) {
      const other = content.jobs === jobs ? ', created by another version' : '';
      throw new BenchError(
        `${folder} holds ${content.jobs} jobs${other}. Remove it or choose another folder.`,
      );
    }
    return { dataDir, size: { jobs, seed: SEED, until: new Date(until) } };
  }
  const size = { jobs, seed: SEED, until: new Date() };
  talk.say('Creating the database…');
  await withDatabase(dataDir, talk, (url) => loadBoard(url, size, talk));
  await writeFile(path, `${JSON.stringify({ ...wanted, until: size.until }, null, 2)}\n`);
  return { dataDir, size };
}

/**
 * Runs `use` while the embedded database of a data folder runs, with all tables, but no server: a server's tasks would
 * search the tables while they have no indexes.
 * @param {string} dataDir
 * @param {import('../load/processes.mjs').Talk} talk
 * @param {(url: string) => Promise<void>} use
 */
async function withDatabase(dataDir, { say, signal }, use) {
  // Let a server create the tables.
  await withProduct(dataDir, {}, signal, async () => {});
  /** @type {{ module: typeof import('#server/db/embedded-postgres/open-embedded-postgres.ts') }} */
  const { module } = await runnerImport(
    join(ROOT, 'src/server/db/embedded-postgres/open-embedded-postgres.ts'),
  );
  const database = await module.openEmbeddedPostgres({ dataDir, purpose: 'command', log: say });
  try {
    await use(database.connectionString);
  } finally {
    await database.release();
  }
}

/**
 * A digest of the generator's output, which shows whether a folder was made by a different version.
 * @param {number} jobs
 */
function digestOfGenerator(jobs) {
  const board = makeBoard({ jobs, seed: SEED, until: new Date(0) });
  const hash = createHash('sha256');
  for (let number = 0; number < SAMPLE; number++) {
    hash.update(JSON.stringify([board.job(number % board.rowCount), board.company(number % 14)]));
  }
  return hash.digest('hex').slice(0, 16);
}
