/**
 * Runs a program of the server's bundle: `node scripts/run.mjs main`, or `board import FILE…`. It runs in this process,
 * so that signals reach it. Builds stale bundles first.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale, ROOT } from './build-if-stale.mjs';

const [program, ...parameters] = process.argv.slice(2);
if (!program || !/^[a-z-]+$/.test(program)) {
  process.stderr.write('Usage: node scripts/run.mjs PROGRAM [PARAMETER…]\n');
  process.exit(2);
}
// Completing a command in a shell must be fast.
if (parameters[0] !== 'complete') buildIfStale();
process.env.NODE_ENV ??= 'production';
// The command line for the program.
process.argv = [process.execPath, program, ...parameters];
await import(pathToFileURL(join(ROOT, 'dist/server', `${program}.js`)).href);
