import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError } from '../load/processes.mjs';
import { databaseUrl, startProduct } from '../load/server.mjs';
import { makeBoard } from './board.mjs';
import { loadBoard } from './load-board.mjs';

/** The file that describes the content of a folder. */
const MANIFEST = 'made-up-jobs.json';

/** The number of jobs in the digest of a generator. */
const SAMPLE = 500;

/** The default seed. */
export const SEED = 1;

/**
 * @typedef {object} Manifest
 * @property {number} jobs
 * @property {number} seed
 * @property {string} until
 * @property {string} generator a digest of its output
 */

/**
 * Creates a data folder with synthetic jobs. A folder with the same content is reused.
 * @param {string} folder
 * @param {{ jobs: number, seed?: number }} wanted
 * @param {{ say: (message: string) => void, signal: AbortSignal }} options
 * @returns {Promise<{ dataDir: string, size: import('./board.mjs').Size }>}
 * @throws {BenchError} if the folder contains other data
 */
export async function prepareData(folder, { jobs, seed = SEED }, { say, signal }) {
  await mkdir(folder, { recursive: true });
  // PostgreSQL reports its folder without symbolic links.
  const dataDir = await realpath(folder);
  const generator = digestOfGenerator({ jobs, seed });
  const path = join(dataDir, MANIFEST);
  /** @type {Manifest | undefined} */
  const found = await readFile(path, 'utf8').then(JSON.parse, () => undefined);
  if (found) {
    if (found.jobs !== jobs || found.seed !== seed || found.generator !== generator) {
      throw new BenchError(
        `${folder} holds ${found.jobs} jobs of seed ${found.seed}${found.generator === generator ? '' : ', created by another version'}. Remove it or choose another folder.`,
      );
    }
    return { dataDir, size: { jobs, seed, until: new Date(found.until) } };
  }
  const size = { jobs, seed, until: new Date() };
  say('Creating the database…');
  const product = await startProduct(dataDir, {}, signal);
  try {
    await loadBoard(await databaseUrl(dataDir), size, { say, signal });
  } finally {
    await product.stop();
  }
  /** @type {Manifest} */
  const manifest = { jobs, seed, until: size.until.toISOString(), generator };
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
  return { dataDir, size };
}

/**
 * A digest of the generator's output, to detect another version.
 * @param {{ jobs: number, seed: number }} size
 */
function digestOfGenerator(size) {
  const board = makeBoard({ ...size, until: new Date(0) });
  const hash = createHash('sha256');
  for (let number = 0; number < SAMPLE; number++) {
    hash.update(JSON.stringify([board.job(number % board.rowCount), board.company(number % 14)]));
  }
  return hash.digest('hex').slice(0, 16);
}
