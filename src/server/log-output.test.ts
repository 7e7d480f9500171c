import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { copyDataDir } from '#server/testing/prepared-data.ts';
import { freePort, hasPostmaster, NEVER_LATE } from '#server/testing/process.ts';

const SERVER = [process.execPath, join(import.meta.dirname, '../../dist/server/main.js')];
const FULL = '/dev/full';
/** https://man7.org/linux/man-pages/man1/script.1.html: elsewhere it is another program. */
const TERMINAL = '/usr/bin/script';

let dataDir: string;
let port: number;
const started: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await copyDataDir('demo');
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(
  [command = '', ...parameters]: string[],
  stdio: StdioOptions,
  settings: Record<string, string> = {},
): Promise<ChildProcess> {
  port = await freePort();
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: '0',
    ...NEVER_LATE,
    ...settings,
  };
  const child = spawn(command, parameters, { stdio, env });
  started.push(child);
  await expect.poll(() => statusOf('/readyz'), { timeout: 60_000 }).toBe(200);
  return child;
}

const statusOf = (path: string) =>
  fetch(`http://localhost:${port}${path}`).then(
    (reply) => reply.arrayBuffer().then(() => reply.status),
    () => 0,
  );

/** Of lines: a megabyte of them is kept, and a pipe holds some more. */
const MORE_THAN_KEPT = 8_000;

/** Who ask at the same time. */
const VISITORS = 20;

/** Each has a line in the log, and costs the server little: nothing is at this address. */
async function askOften(times: number): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const ask = async () => {
    const [reply] = await once(get({ agent, host: 'localhost', port, path: '/api/x' }), 'response');
    await once(reply.resume(), 'end');
    return reply.statusCode;
  };
  const statuses = new Set<number>();
  const visitor = async () => {
    for (let time = 0; time < times / VISITORS; time += 1) statuses.add(await ask());
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  agent.destroy();
  expect([...statuses]).toEqual([404]);
}

test.runIf(existsSync(FULL))('a log on a full disk ends nobody’s visit, nor the stop', async () => {
  const server = await start(SERVER, ['ignore', openSync(FULL, 'w'), 'inherit'], {
    WEB_CONCURRENCY: '2',
  });
  await askOften(300);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
  expect(await hasPostmaster(dataDir)).toBe(false);
});

test('who reads the log no more holds up neither visitors nor the stop', async () => {
  const pipe = join(dataDir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Open at both ends, and read at neither.
  const server = await start(SERVER, ['ignore', openSync(pipe, 'r+'), 'inherit']);
  await askOften(MORE_THAN_KEPT);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
});

test('who reads the log again learns what is missing', async () => {
  const server = await start(SERVER, ['ignore', 'pipe', 'inherit']);
  await askOften(MORE_THAN_KEPT);
  if (!server.stdout) throw new Error('it has no output');
  const read = text(server.stdout);
  await expect.poll(() => statusOf('/api/jobs')).toBe(200);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
  const lines = (await read).trim().split('\n');
  const lost = lines.map((line) => JSON.parse(line)).filter(({ lines }) => lines !== undefined);
  expect(lost).not.toHaveLength(0);
  expect(lines.length + lost.reduce((sum, { lines }) => sum + lines, 0)).toBeGreaterThan(
    MORE_THAN_KEPT,
  );
});

test.runIf(process.platform === 'linux' && existsSync(TERMINAL))(
  'a terminal that goes away takes the database along',
  async () => {
    const terminal = await start(
      [TERMINAL, '-qfec', `exec ${SERVER.join(' ')}`, '/dev/null'],
      ['pipe', 'pipe', 'inherit'],
      { WEB_CONCURRENCY: '2' },
    );
    expect(await hasPostmaster(dataDir)).toBe(true);
    terminal.kill('SIGKILL');
    await expect.poll(() => hasPostmaster(dataDir)).toBe(false);
    await expect.poll(() => statusOf('/readyz')).toBe(0);
  },
);
