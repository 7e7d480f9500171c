import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';

/** How long a process may be busy in these tests (ms). */
const LIMIT = 1_000;

/**
 * Starts a process with a watchdog.
 * @param busy for how long the process says that it has been busy (ms); undefined if it gives no sign of life
 */
function watch(
  busy: number | undefined,
  { memory = Number.POSITIVE_INFINITY, limit = LIMIT } = {},
) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  const state = new Int32Array(new SharedArrayBuffer(8));
  const beating = setInterval(() => {
    if (busy === undefined) return;
    Atomics.store(state, 1, busy);
    Atomics.add(state, 0, 1);
  }, LIMIT / 100);
  const program = fileURLToPath(new URL('watchdog.mjs', import.meta.url));
  const workerData = { pid: child.pid, memory, limit, state };
  const watchdog = new Worker(program, { workerData, execArgv: [] });
  onTestFinished(async () => {
    clearInterval(beating);
    child.kill('SIGKILL');
    await watchdog.terminate();
  });
  return { child, ended: once(child, 'exit') };
}

test('a process that gives no sign of life is killed', async () => {
  expect(await watch(undefined).ended).toEqual([null, 'SIGKILL']);
});

test('a process that uses too much memory is killed', async () => {
  expect(await watch(0, { memory: 1 }).ended).toEqual([null, 'SIGKILL']);
});

test('a process that is busy for too long without progress is killed, and another is not', async () => {
  // The limit is long, because this process may pause on a busy machine.
  const working = watch(LIMIT, { limit: 60 * LIMIT });
  expect(await watch(LIMIT).ended).toEqual([null, 'SIGKILL']);
  await watch(undefined).ended;
  expect(working.child.signalCode).toBeNull();
});
