/**
 * `node bench/synthetic/make-data.mjs --jobs N --data FOLDER`: fills a data folder with synthetic jobs. `--url` fills an
 * existing database that has the board's tables.
 */
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../scripts/build-if-stale.mjs';
import { prepareData, SEED } from './data-folder.mjs';
import { loadBoard } from './load-board.mjs';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string' },
    data: { type: 'string' },
    url: { type: 'string' },
    seed: { type: 'string', default: String(SEED) },
  },
});
const jobs = Number(values.jobs);
const seed = Number(values.seed);
if (
  !Number.isInteger(jobs) ||
  jobs < 1 ||
  !Number.isInteger(seed) ||
  !values.data === !values.url
) {
  console.error(
    'Usage: node bench/synthetic/make-data.mjs --jobs N (--data FOLDER | --url postgres://…) [--seed N]',
  );
  process.exit(2);
}
const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
const options = { say: console.error, signal: interruption.signal };
if (values.url) {
  await loadBoard(values.url, { jobs, seed, until: new Date() }, options);
} else if (values.data) {
  buildIfStale();
  await prepareData(values.data, { jobs, seed }, options);
}
