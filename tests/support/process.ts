import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SERVER_BUNDLE = join(import.meta.dirname, '../../dist/server');

/** A command that runs in its own process. */
export type Running = {
  child: ChildProcess;
  /** The output so far. */
  output: () => string;
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals>;
  /** Resolves once the output contains the text. Rejects if the process ends before. */
  says: (text: string) => Promise<void>;
};

/** https://nodejs.org/api/cli.html#--importmodule */
const preload = (module: URL) => `--import=${module}`;

const NO_EVENT_LOOP_DELAY = preload(new URL('stub-event-loop-delay.mjs', import.meta.url));

/**
 * Node options for a server on a busy machine. The server ignores a slow event loop, which would make it shed requests,
 * and its shutdown may take longer.
 */
export const BUSY_MACHINE = {
  NODE_OPTIONS: `${NO_EVENT_LOOP_DELAY} ${preload(new URL('patient-shutdown.mjs', import.meta.url))}`,
};

/** Node options for a server whose long timeouts pass four times as fast. */
export const FAST_TIMERS = {
  NODE_OPTIONS: `${NO_EVENT_LOOP_DELAY} ${preload(new URL('fast-timers.mjs', import.meta.url))}`,
};

/** Node options for a server whose shutdown hangs. */
export const HANGING_SHUTDOWN = {
  NODE_OPTIONS: `${NO_EVENT_LOOP_DELAY} ${preload(new URL('hanging-shutdown.mjs', import.meta.url))}`,
};

/** A command of the board. */
export type Command =
  | 'import'
  | 'account'
  | 'audit'
  | 'backup'
  | 'company'
  | 'mail'
  | 'rates'
  | 'restore'
  | 'settings'
  | 'setup'
  | 'sources'
  | 'status'
  | 'token';

/**
 * Starts the server, or a command of the board, with only these settings. The server never sheds requests because of a
 * slow event loop.
 */
export function run(
  program: 'main' | Command,
  settings: Record<string, string>,
  parameters: string[] = [],
): Running {
  const isServer = program === 'main';
  const bundle = join(SERVER_BUNDLE, isServer ? 'main.js' : 'board.js');
  return start(process.execPath, [bundle, ...(isServer ? [] : [program]), ...parameters], {
    env: { NODE_ENV: 'production', ...(isServer && BUSY_MACHINE), ...settings },
  });
}

/** Starts any command with only these environment variables. */
export function start(
  command: string,
  parameters: string[],
  { env, cwd }: { env: Record<string, string>; cwd?: string },
): Running {
  const child = spawn(command, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    env: { PATH: process.env.PATH, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      child.emit('said');
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  return {
    child,
    output: () => text,
    ended,
    says: (words) =>
      new Promise((resolve, reject) => {
        const look = () => text.includes(words) && resolve();
        child.on('said', look);
        look();
        void ended.then((end) => reject(new Error(`ended with ${end}: ${text}`)));
      }),
  };
}

/** Sends SIGTERM, as service managers do, and returns how the process ended. */
export function end({ child, ended }: Running): Running['ended'] {
  child.kill('SIGTERM');
  return ended;
}

/**
 * Waits until `count` workers have logged that they are ready, and returns their process ids in the order of these log
 * lines. Workers log for themselves, so their lines may appear after the primary has reported the board as ready.
 */
export async function workersOf(running: Running, count: number): Promise<number[]> {
  const pids = () =>
    running
      .output()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.includes('"Worker ready"'))
      .map((line) => JSON.parse(line).pid);
  while (pids().length < count) await onceSaid(running);
  return pids();
}

/** Resolves at the next output. Rejects if the process ends first. */
async function onceSaid({ child, ended, output }: Running): Promise<void> {
  const end = await Promise.race([once(child, 'said').then(() => undefined), ended]);
  if (end !== undefined) throw new Error(`ended with ${end}: ${output()}`);
}

/** Whether the embedded database in this folder is running or was not shut down cleanly. */
export async function hasPostmaster(dataDir: string): Promise<boolean> {
  return (await readdir(join(dataDir, 'postgres/data'))).includes('postmaster.pid');
}

/**
 * The first port to try. All tried ports are above the ports that `fetch` blocks. They are also below the ephemeral
 * range, because the system could assign a port of that range to another test before this test uses it.
 * https://fetch.spec.whatwg.org/#port-blocking https://docs.kernel.org/networking/ip-sysctl.html
 */
const FIRST_PORT = 11_000;
/**
 * The number of different first ports. Processes that start one after another have different first ports, up to this
 * number.
 */
const SHARES = 1_000;
const PORTS_OF_ONE = 20;

let portsTried = 0;

/** Finds a free port of localhost. */
export async function freePort(): Promise<number> {
  const first = FIRST_PORT + (process.pid % SHARES) * PORTS_OF_ONE;
  for (let attempt = 0; attempt < PORTS_OF_ONE; attempt += 1) {
    const port = first + (portsTried++ % PORTS_OF_ONE);
    const probe = createServer().listen(port, 'localhost');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`every port from ${first} to ${first + PORTS_OF_ONE - 1} is taken`);
}

/** Creates a DATA_DIR for one test. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'composable-jobs-test-'));
  // If the test runs as root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  return folder;
}
