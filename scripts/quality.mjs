/**
 * `npm run quality -- FOLDER`: imports a folder of recorded Ashby boards and prints how well the facts of their jobs are
 * known and found: with the sources' structured addresses, and with the texts alone; and how well misspelled searches
 * are corrected.
 */
import { resolve } from 'node:path';
import { runTest } from './seeded-test.mjs';

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('usage: npm run quality -- FOLDER\n');
  process.exit(2);
}
const feeds = resolve(folder);
runTest('tests/quality/', { QUALITY_FEEDS: feeds, REAL_FEEDS: feeds });
