import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { copyDataDir } from '#tests/support/prepared-data.ts';
import { BUSY_MACHINE, freePort, hasPostmaster } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';

const SERVER = [process.execPath, join(import.meta.dirname, '../../../../dist/server/main.js')];
const FULL = '/dev/full';
/**
 * The program `script` of util-linux, which runs a command in a terminal. On other systems, the program of this name is
 * a different one, so the test is skipped. https://man7.org/linux/man-pages/man1/script.1.html
 */
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
afterAll(() => removeFolder(dataDir));

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
    ...BUSY_MACHINE,
    ...settings,
  };
  const child = spawn(command, parameters, { stdio, env });
  started.push(child);
  await expect.poll(() => statusOf('/readyz'), { timeout: 60_000 }).toBe(200);
  return child;
}

const statusOf = (path: string) =>
  fetch(`http://localhost:${port}${path}`).then(
    (response) => response.arrayBuffer().then(() => response.status),
    () => 0,
  );

/** A number of requests whose log lines fill both the log's buffer of a megabyte and the pipe's buffer. */
const BUFFER_OVERFLOW = 8_000;

/** A number of requests whose log lines fill the pipe's buffer. */
const PIPE_OVERFLOW = 1_000;

/** Concurrent clients. */
const CLIENTS = 20;

/** A request for a URL that does not exist. Handling it takes little time, and it logs one line. */
const REQUEST = 'GET /api/x HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Sends requests over raw sockets, which is much faster than an HTTP client. */
async function sendRequests(total: number): Promise<void> {
  const client = async () => {
    const socket = connect({ port, host: 'localhost' }).setEncoding('latin1');
    const statuses: string[] = [];
    let response = '';
    socket.write(REQUEST);
    for await (const chunk of socket) {
      response += chunk;
      // Wait for the end of the JSON body, which ends the response.
      if (!response.endsWith('}')) continue;
      statuses.push(response.slice(0, response.indexOf('\r\n')));
      response = '';
      if (statuses.length === total / CLIENTS) break;
      socket.write(REQUEST);
    }
    return statuses;
  };
  const statuses = await Promise.all(Array.from({ length: CLIENTS }, client));
  expect(statuses.flat()).toEqual(Array(total).fill('HTTP/1.1 404 Not Found'));
}

test.runIf(existsSync(FULL))(
  'a log on a full disk neither makes requests fail nor delays the shutdown',
  async () => {
    const server = await start(SERVER, ['ignore', openSync(FULL, 'w'), 'inherit'], {
      WEB_CONCURRENCY: '2',
    });
    await sendRequests(300);
    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
    expect(await hasPostmaster(dataDir)).toBe(false);
  },
);

test('if the reader of the log stalls, requests and the shutdown are not blocked, and the reader later learns how many lines were lost', async () => {
  const pipe = join(dataDir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Open the pipe for reading and writing, so that the server gets no EPIPE while nobody reads.
  const server = await start(SERVER, ['ignore', openSync(pipe, 'r+'), 'inherit']);
  await sendRequests(BUFFER_OVERFLOW);

  const reading = createReadStream(pipe);
  let lines = 0;
  let lost = 0;
  // The server logs the loss as soon as it can write again, after the buffered lines.
  for await (const line of createInterface(reading)) {
    const entry: { lines?: number } = JSON.parse(line);
    lines += 1;
    lost += entry.lines ?? 0;
    if (entry.lines !== undefined) break;
  }
  reading.destroy();
  expect(lost).toBeGreaterThan(0);
  expect(lines + lost).toBeGreaterThan(BUFFER_OVERFLOW);

  await sendRequests(PIPE_OVERFLOW);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
});

test.runIf(process.platform === 'linux' && existsSync(TERMINAL))(
  'closing the terminal also stops the database',
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
