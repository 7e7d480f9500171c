import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError } from '../load/processes.mjs';
import { databaseUrl, startProduct } from '../load/server.mjs';
import { makeBoard } from './board.mjs';
import { loadBoard } from './load-board.mjs';

/** Tells what a folder was filled with. */
const MANIFEST = 'made-up-jobs.json';

/** So many jobs show whether a generator still makes the same. */
const SAMPLE = 500;

/** The seed of every board that is made, unless another is asked for. */
export const SEED = 1;

/**
 * @typedef {object} Manifest
 * @property {number} jobs
 * @property {number} seed
 * @property {string} until
 * @property {string} generator a digest of what it makes
 */

/**
 * Makes a folder with a database full of jobs, for servers to run over; one that has been made with the
 * same is taken as it is.
 * @param {string} folder
 * @param {{ jobs: number, seed?: number }} wanted
 * @param {{ say: (message: string) => void, signal: AbortSignal }} options
 * @returns {Promise<{ dataDir: string, size: import('./board.mjs').Size }>}
 * @throws {BenchError} where the folder holds other data
 */
export async function prepareData(folder, { jobs, seed = SEED }, { say, signal }) {
  await mkdir(folder, { recursive: true });
  // Through no link: PostgreSQL names its folder so.
  const dataDir = await realpath(folder);
  const generator = digestOfGenerator({ jobs, seed });
  const path = join(dataDir, MANIFEST);
  /** @type {Manifest | undefined} */
  const found = await readFile(path, 'utf8').then(JSON.parse, () => undefined);
  if (found) {
    if (found.jobs !== jobs || found.seed !== seed || found.generator !== generator) {
      throw new BenchError(
        `${folder} holds ${found.jobs} jobs of seed ${found.seed}${found.generator === generator ? '' : ', made by another version'}: remove it, or name another folder.`,
      );
    }
    return { dataDir, size: { jobs, seed, until: new Date(found.until) } };
  }
  const size = { jobs, seed, until: new Date() };
  say('Making the database…');
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
 * Tells generators apart by what they make.
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
