/**
 * Runs a program of the server's bundle: `node scripts/run.mjs main`, or `board import FILE…`. The program runs in this
 * process, so that signals reach it. Before that, stale bundles are built.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale, ROOT } from './build-if-stale.mjs';

const [program, ...parameters] = process.argv.slice(2);
if (!program || !/^[a-z-]+$/.test(program)) {
  process.stderr.write('Usage: node scripts/run.mjs PROGRAM [PARAMETER…]\n');
  process.exit(2);
}
// Shell completion must be fast, so it does not build.
if (parameters[0] !== 'complete') buildIfStale();
process.env.NODE_ENV ??= 'production';
// Set the arguments that the program expects.
process.argv = [process.execPath, program, ...parameters];
await import(pathToFileURL(join(ROOT, 'dist/server', `${program}.js`)).href);
