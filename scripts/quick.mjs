/**
 * `npm run quick -- [FILES]`: checks the types, the style of the files, and the tests beside them. Without files, takes
 * those that differ from the last commit.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT } from './build-if-stale.mjs';
import { runTests } from './run-tests.mjs';

const given = process.argv.slice(2).map((file) => relative(ROOT, resolve(file)));
const missing = given.filter((file) => !existsSync(join(ROOT, file)));
if (missing.length > 0) {
  process.stderr.write(`There is no file ${missing.join(', ')}.\n`);
  process.exit(2);
}
const files = given.length > 0 ? given : changedFiles();
if (files.length === 0) {
  process.stderr.write('No file differs from the last commit.\n');
  process.exit(0);
}
const tests = [...new Set(files.map(dirname))].flatMap(testsIn);
const steps = [
  () => run('npx', ['biome', 'check', '--no-errors-on-unmatched', ...files]),
  () => run('npm', ['run', '--silent', 'types']),
  () => (tests.length > 0 ? runTests(tests, {}) : 0),
];
process.exitCode = Number(steps.some((step) => step() !== 0));

/** The files that differ from the last commit, and exist. */
function changedFiles() {
  const git = (/** @type {string[]} */ ...parameters) =>
    execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  const names = [
    ...git('diff', '--name-only', '--relative', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return names.filter((file) => existsSync(join(ROOT, file)));
}

/**
 * The test files in a folder, without its subfolders. Stories are left out, because they need a browser.
 * @param {string} folder
 */
function testsIn(folder) {
  return readdirSync(join(ROOT, folder))
    .filter((name) => /\.test\.(ts|tsx|mjs)$/.test(name))
    .map((name) => join(folder, name));
}

/**
 * @param {string} program
 * @param {string[]} parameters
 */
function run(program, parameters) {
  return spawnSync(program, parameters, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
