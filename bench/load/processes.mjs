import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** @typedef {{ say: (message: string) => void, signal: AbortSignal }} Talk */

/** An error that ends the benchmark, with a message for the user. */
export class BenchError extends Error {}

/**
 * The environment variables that child processes inherit. Settings of the product, PostgreSQL or Node would change the
 * results.
 */
const INHERITED = ['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'LD_LIBRARY_PATH'];

/**
 * @param {Record<string, string>} [settings]
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(settings = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => INHERITED.includes(name));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', ...settings };
}

/** Runs a program. Returns what it prints. */
export const runProgram = promisify(execFile);

/** @param {import('node:child_process').ChildProcess} child */
export function hasExited(child) {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/**
 * Sends SIGTERM and waits for the exit. Kills the process after the timeout.
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

/**
 * Runs `use` while a server runs in its own process. The server sends its port to this process.
 * @template T
 * @param {URL} script
 * @param {(port: number, pid: number) => Promise<T>} use
 * @param {import('node:child_process').Serializable} [message] sent to the server at its start
 * @throws {BenchError} if the server ends before it is ready
 */
export async function withServer(script, use, message) {
  const child = fork(fileURLToPath(script), {
    env: childEnvironment({ NODE_ENV: 'production' }),
    execArgv: [],
    // Advanced serialization preserves typed arrays.
    serialization: 'advanced',
    // Start a separate process group, so that Ctrl-C reaches only the benchmark.
    detached: true,
  });
  try {
    if (message !== undefined) child.send(message);
    const port = await Promise.race([
      once(child, 'message').then(([port]) => Number(port)),
      once(child, 'exit').then(() => {
        throw new BenchError('A server of the benchmark ended before it was ready (see above).');
      }),
    ]);
    return await use(port, child.pid ?? 0);
  } finally {
    await stopChild(child, 2_000);
  }
}

/**
 * Samples the resident memory of a process until it is stopped.
 * @param {number} pid
 * @returns {() => Promise<number[]>} stops, and returns the samples in bytes
 */
export function watchMemory(pid, interval = 500) {
  /** @type {number[]} */
  const samples = [];
  const look = async () => void samples.push(await residentMemory(pid));
  const timer = setInterval(() => look().catch(() => {}), interval);
  return async () => {
    clearInterval(timer);
    await look();
    return samples;
  };
}

/**
 * @param {number} pid
 * @returns {Promise<number>} bytes
 */
export async function residentMemory(pid) {
  const { stdout } = await runProgram('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) * 1024;
}
