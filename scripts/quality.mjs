/**
 * `npm run quality -- FOLDER`: imports a folder of recorded Ashby boards, and prints how many facts of their jobs are
 * read and found correctly. Measures this first with the structured addresses of the sources, and then with the texts
 * alone. Also prints how well misspelled searches are corrected.
 */
import { resolve } from 'node:path';
import { runTests } from './run-tests.mjs';

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('usage: npm run quality -- FOLDER\n');
  process.exit(2);
}
const feeds = resolve(folder);
process.exitCode = runTests(['tests/quality/'], { QUALITY_FEEDS: feeds, REAL_FEEDS: feeds });
