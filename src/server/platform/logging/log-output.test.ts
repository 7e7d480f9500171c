import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { copyDataDir } from '#server/testing/prepared-data.ts';
import { freePort, hasPostmaster, STUB_EVENT_LOOP_DELAY } from '#server/testing/process.ts';

const SERVER = [process.execPath, join(import.meta.dirname, '../../../../dist/server/main.js')];
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
    ...STUB_EVENT_LOOP_DELAY,
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

/** Of lines: more than a pipe holds. */
const MORE_THAN_PIPED = 1_000;

/** Who ask at the same time. */
const VISITORS = 20;

/** Each has a line in the log, and costs the server little: nothing is at this address. */
const QUESTION = 'GET /api/x HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Bare sockets cost the test a fraction of what a client of HTTP would. */
async function askOften(times: number): Promise<void> {
  const visitor = async () => {
    const socket = connect({ port, host: 'localhost' }).setEncoding('latin1');
    const statuses: string[] = [];
    let answer = '';
    socket.write(QUESTION);
    for await (const part of socket) {
      answer += part;
      // The last piece of an answer, whose end is that of its JSON.
      if (!answer.endsWith('}')) continue;
      statuses.push(answer.slice(0, answer.indexOf('\r\n')));
      answer = '';
      if (statuses.length === times / VISITORS) break;
      socket.write(QUESTION);
    }
    return statuses;
  };
  const answers = await Promise.all(Array.from({ length: VISITORS }, visitor));
  expect(answers.flat()).toEqual(Array(times).fill('HTTP/1.1 404 Not Found'));
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

test('who reads the log no more holds up nobody, learns later what is missing, and does not hold up the stop', async () => {
  const pipe = join(dataDir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Open at both ends, so that the server hears of nobody who reads no more.
  const server = await start(SERVER, ['ignore', openSync(pipe, 'r+'), 'inherit']);
  await askOften(MORE_THAN_KEPT);

  const reading = createReadStream(pipe);
  let lines = 0;
  let lost = 0;
  // The loss is logged once lines can be written again, after the buffered ones.
  for await (const line of createInterface(reading)) {
    const told: { lines?: number } = JSON.parse(line);
    lines += 1;
    lost += told.lines ?? 0;
    if (told.lines !== undefined) break;
  }
  reading.destroy();
  expect(lost).toBeGreaterThan(0);
  expect(lines + lost).toBeGreaterThan(MORE_THAN_KEPT);

  await askOften(MORE_THAN_PIPED);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
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
