/**
 * Runs a program of the server's bundle, in this very process so that signals reach it:
 * `node scripts/run.mjs main`, or `board import FILE…`. Builds first what is stale.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale, ROOT } from './build-if-stale.mjs';

const [program, ...parameters] = process.argv.slice(2);
if (!program || !/^[a-z-]+$/.test(program)) {
  process.stderr.write('Usage: node scripts/run.mjs PROGRAM [PARAMETER…]\n');
  process.exit(2);
}
buildIfStale();
process.env.NODE_ENV ??= 'production';
// What a program reads as its command line.
process.argv = [process.execPath, program, ...parameters];
await import(pathToFileURL(join(ROOT, 'dist/server', `${program}.js`)).href);
