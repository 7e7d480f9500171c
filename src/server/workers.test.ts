import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyDataDir } from '#tests/support/prepared-data.ts';
import {
  end,
  FAST_TIMERS,
  freePort,
  hasPostmaster,
  type Running,
  run,
  workersOf,
} from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let dataDir: string;
let port: number;
let server: Running;

// All tests use the same data folder. If a server was killed, the next one takes over the database that still runs.
beforeAll(async () => {
  dataDir = await copyDataDir('demo');
});
beforeEach(async () => {
  port = await freePort();
});
afterEach(() => end(server));
afterAll(() => removeFolder(dataDir));

function startServer(settings: Record<string, string> = {}): Running {
  const defaults = { PORT: String(port), DATA_DIR: dataDir, WEB_CONCURRENCY: '2' };
  server = run('main', { ...defaults, ...settings });
  return server;
}

const READY = 'served by 2 processes';

async function countJobs(): Promise<number> {
  // Each request opens a new connection, so that the requests are spread over the workers.
  const response = await fetch(`http://localhost:${port}/api/jobs`, {
    headers: { connection: 'close' },
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return ((await response.json()) as { total: number }).total;
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a killed or hanging worker is replaced and delays no request, and all workers end with the primary process', async () => {
  startServer(FAST_TIMERS);
  await server.says(READY);
  const total = await countJobs();
  expect(total).toBeGreaterThanOrEqual(60);
  const [first = 0, second = 0] = await workersOf(server, 2);
  expect(first).not.toBe(second);
  process.kill(first, 'SIGKILL');
  await server.says('Worker restarted');
  for (let n = 0; n < 10; n += 1) expect(await countJobs()).toBe(total);
  expect(await workersOf(server, 3)).toHaveLength(3);

  process.kill(second, 'SIGSTOP');
  expect(await Promise.all(Array.from({ length: 4 }, countJobs))).toEqual(Array(4).fill(total));
  await server.says('Worker unresponsive; killed');
  const all = await workersOf(server, 4);
  expect(isRunning(second)).toBe(false);

  server.child.kill('SIGKILL');
  await server.ended;
  await expect.poll(() => all.filter(isRunning)).toEqual([]);
});

/** Returns the sockets at any address on which a process listens at the port. */
async function listeningSocketsOf(pid: number): Promise<string[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const sockets = tables
    .flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
    // Columns in proc_pid_net(5): the local address, the state and the inode. The state 0A is TCP_LISTEN.
    .filter(([, local, , state]) => local?.endsWith(`:${hexPort}`) && state === '0A')
    .map((columns) => `socket:[${columns[9]}]`);
  const folder = `/proc/${pid}/fd`;
  const open = await Promise.all(
    (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => '')),
  );
  return sockets.filter((socket) => open.includes(socket));
}

test.runIf(existsSync('/proc/net/tcp'))(
  'a shutdown releases the primary’s port first, answers new connections, and kills a hanging worker',
  async () => {
    startServer();
    await server.says(READY);
    expect(await countJobs()).toBeGreaterThanOrEqual(60);
    const { pid = 0 } = server.child;
    expect(await listeningSocketsOf(pid)).not.toEqual([]);
    const workers = await workersOf(server, 2);
    const [first = 0] = workers;
    for (const worker of workers) process.kill(worker, 'SIGSTOP');
    server.child.kill('SIGTERM');
    await expect.poll(() => listeningSocketsOf(pid)).toEqual([]);
    expect(workers.filter(isRunning)).toEqual(workers);
    const requests = Array.from({ length: 6 }, () => {
      const socket = connect({ port, host: 'localhost' });
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
      return { socket, response: text(socket) };
    });
    await Promise.all(requests.map(({ socket }) => once(socket, 'connect')));
    process.kill(first, 'SIGCONT');
    for (const { response } of requests) expect(await response).toContain('HTTP/1.1 200');

    expect(await server.ended).toBe(0);
    expect(server.output().match(/Worker did not stop in time; killed/g)).toHaveLength(1);
    expect(workers.filter(isRunning)).toEqual([]);
    // Check that the embedded database was shut down cleanly.
    expect(await hasPostmaster(dataDir)).toBe(false);
  },
);

test('a port in use is reported only once, and no process keeps running', async () => {
  const squatter = createServer().listen(port, 'localhost');
  startServer();
  expect(await server.ended).toBe(1);
  expect(server.output().trim().split('\n').slice(-2)).toEqual([
    `Port ${port} is already in use; choose another with PORT.`,
    'No worker started; see the error above.',
  ]);
  squatter.close();
  expect(await hasPostmaster(dataDir)).toBe(false);
});

test.runIf(existsSync('/proc/self/environ'))(
  'an interrupted start ends all processes without an error, and no process has a secret from a file in its environment',
  async () => {
    const database = await openTestDatabase();
    const file = join(dataDir, 'address');
    await writeFile(file, database.url);
    startServer({ DATABASE_URL_FILE: file });
    const { pid } = server.child;
    const startedWorkers = async () => {
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
      return children.split(' ').filter(Boolean).map(Number);
    };
    await expect.poll(startedWorkers, { interval: 5 }).not.toEqual([]);
    const workers = await startedWorkers();
    for (const worker of workers) {
      const environment = () => readFile(`/proc/${worker}/environ`, 'utf8');
      // Until the worker's program starts, it has the environment of the primary. Wait for a variable that only workers
      // have. https://nodejs.org/api/cluster.html#how-it-works
      await expect.poll(environment, { interval: 5 }).toContain('NODE_UNIQUE_ID=');
      expect(await environment()).toContain(file);
      expect(await environment()).not.toContain(database.url);
    }
    // Send the signal to both the primary and its workers, as a terminal does.
    server.child.kill('SIGINT');
    for (const worker of workers) process.kill(worker, 'SIGINT');
    expect(await server.ended).toBe(0);
    expect(server.output()).not.toContain('No worker started');
    expect(workers.filter(isRunning)).toEqual([]);
    await database.close();
  },
);
