import { once } from 'node:events';

/** What a benchmark stops for; the message is meant for the user. */
export class BenchError extends Error {}

/**
 * What the children get of the caller's environment. A list of what is let in and not of what is
 * kept out: every setting of the product, of PostgreSQL's client and of Node would move the result.
 */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
];

/**
 * @param {Record<string, string>} [settings]
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(settings = {}) {
  const names = PASSED_ON.filter((name) => process.env[name] !== undefined);
  return {
    ...Object.fromEntries(names.map((name) => [name, process.env[name]])),
    LC_ALL: 'C',
    ...settings,
  };
}

/** @param {import('node:child_process').ChildProcess} child */
export function hasExited(child) {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/**
 * Asks a child to end, and waits until it has; one that does not listen is killed.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} patience in milliseconds
 */
export async function stopChild(child, patience) {
  if (hasExited(child)) return;
  const exited = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  child.kill('SIGTERM');
  await exited;
  clearTimeout(timer);
}
