/**
 * Runs a program of the server's bundle: `node scripts/run.mjs main`, or `board import FILE…`. The program runs in this
 * process, so that signals reach it. Before that, stale bundles are built.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');

const [program, ...parameters] = process.argv.slice(2);
if (!program || !/^[a-z-]+$/.test(program)) {
  process.stderr.write('Usage: node scripts/run.mjs PROGRAM [PARAMETER…]\n');
  process.exit(2);
}
// An image contains no sources, and shell completion must be fast.
if (existsSync(join(ROOT, 'src')) && parameters[0] !== 'complete') {
  const { buildIfStale } = await import('./build-if-stale.mjs');
  buildIfStale();
}
process.env.NODE_ENV ??= 'production';
// Set the arguments that the program expects.
process.argv = [process.execPath, program, ...parameters];
await import(pathToFileURL(join(ROOT, 'dist/server', `${program}.js`)).href);
