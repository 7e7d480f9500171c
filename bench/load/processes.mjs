import { execFile } from 'node:child_process';
import { once } from 'node:events';
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
