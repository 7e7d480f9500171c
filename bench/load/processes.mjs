import { once } from 'node:events';

/** An error that ends the benchmark, with a message for the user. */
export class BenchError extends Error {}

/** The environment variables that children inherit. Settings of the product, PostgreSQL or Node would change results. */
const INHERITED = [
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
  const names = INHERITED.filter((name) => process.env[name] !== undefined);
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
 * Sends SIGTERM and waits for the exit; kills the child after a timeout.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} timeout in milliseconds
 */
export async function stopChild(child, timeout) {
  if (hasExited(child)) return;
  const exited = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
  child.kill('SIGTERM');
  await exited;
  clearTimeout(timer);
}
