import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const STAMP = join(ROOT, 'dist/build-stamp');

/** The sources of the bundles. */
const INPUTS = ['src', 'vite.config.ts', 'package-lock.json'];

/** Builds the bundles if their sources have changed. A container has no sources, so its bundles stay. */
export function buildIfStale() {
  if (!existsSync(join(ROOT, 'src'))) return;
  const state = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === state) return;
  process.stderr.write('Building…\n');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    // Tests may set another NODE_ENV, which would build React for development.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) {
    process.stderr.write('The build failed.\n');
    process.exit(1);
  }
  writeFileSync(STAMP, state);
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap((input) => filesIn(join(ROOT, input))).sort()) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]} the file, or all files in the folder that a bundle may include
 */
function filesIn(path) {
  if (/\.test\.tsx?$|\.gen\.ts$/.test(path)) return [];
  if (/\.[a-z\d]+$/i.test(path)) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() || entry.isFile() ? filesIn(join(path, entry.name)) : [],
  );
}
