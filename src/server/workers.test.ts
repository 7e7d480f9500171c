import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyDataDir } from './testing/prepared-data.ts';
import {
  end,
  FAST_TIMERS,
  freePort,
  hasPostmaster,
  type Running,
  run,
  workersOf,
} from './testing/process.ts';
import { openTestDatabase } from './testing/test-database.ts';

let dataDir: string;
let port: number;
let server: Running;

// One for all tests: each start takes over what a killed one has left running.
beforeAll(async () => {
  dataDir = await copyDataDir('demo');
});
beforeEach(async () => {
  port = await freePort();
});
afterEach(() => end(server));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function startServer(settings: Record<string, string> = {}): Running {
  const given = { PORT: String(port), DATA_DIR: dataDir, WEB_CONCURRENCY: '2' };
  server = run('main', { ...given, ...settings });
  return server;
}

const READY = 'served by 2 processes';

async function jobs(): Promise<number> {
  // Each on a connection of its own, so that they are shared among the workers.
  const reply = await fetch(`http://localhost:${port}/api/jobs`, {
    headers: { connection: 'close' },
  });
  return ((await reply.json()) as { total: number }).total;
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('who is killed or hangs keeps nobody waiting, is replaced, and all end with the one that started them', async () => {
  startServer(FAST_TIMERS);
  await server.says(READY);
  const total = await jobs();
  expect(total).toBeGreaterThanOrEqual(60);
  const [first = 0, second = 0] = await workersOf(server, 2);
  expect(first).not.toBe(second);
  process.kill(first, 'SIGKILL');
  await server.says('another has taken its place');
  for (let n = 0; n < 10; n += 1) expect(await jobs()).toBe(total);
  expect(await workersOf(server, 3)).toHaveLength(3);

  process.kill(second, 'SIGSTOP');
  expect(await Promise.all(Array.from({ length: 4 }, jobs))).toEqual(Array(4).fill(total));
  await server.says('a worker hangs, and is killed');
  const all = await workersOf(server, 4);
  expect(isRunning(second)).toBe(false);

  server.child.kill('SIGKILL');
  await server.ended;
  await expect.poll(() => all.filter(isRunning)).toEqual([]);
});

/** The sockets by which a process listens on the port, of whichever address. */
async function doorsOf(pid: number): Promise<string[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const doors = tables
    .flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
    // Columns of proc_pid_net(5): the local address, the state, the inode. 0A is TCP_LISTEN.
    .filter(([, local, , state]) => local?.endsWith(`:${hexPort}`) && state === '0A')
    .map((columns) => `socket:[${columns[9]}]`);
  const folder = `/proc/${pid}/fd`;
  const open = await Promise.all(
    (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => '')),
  );
  return doors.filter((door) => open.includes(door));
}

test.runIf(existsSync('/proc/net/tcp'))(
  'on shutdown, a worker that accepts no more connections releases the port first, new ones are still accepted, and a hanging worker does not delay the end',
  async () => {
    startServer();
    await server.says(READY);
    expect(await jobs()).toBeGreaterThanOrEqual(60);
    const { pid = 0 } = server.child;
    expect(await doorsOf(pid)).not.toEqual([]);
    const workers = await workersOf(server, 2);
    const [first = 0] = workers;
    for (const worker of workers) process.kill(worker, 'SIGSTOP');
    server.child.kill('SIGTERM');
    await expect.poll(() => doorsOf(pid)).toEqual([]);
    expect(workers.filter(isRunning)).toEqual(workers);
    const answers = Array.from({ length: 6 }, () => {
      const socket = connect({ port, host: 'localhost' });
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
      return { socket, answer: text(socket) };
    });
    await Promise.all(answers.map(({ socket }) => once(socket, 'connect')));
    process.kill(first, 'SIGCONT');
    for (const { answer } of answers) expect(await answer).toContain('HTTP/1.1 200');

    expect(await server.ended).toBe(0);
    expect(server.output().match(/a worker does not stop, and is killed/g)).toHaveLength(1);
    expect(workers.filter(isRunning)).toEqual([]);
    // Its database has ended in order.
    expect(await hasPostmaster(dataDir)).toBe(false);
  },
);

test('a port that is taken is told of once, and nothing is left running', async () => {
  const squatter = createServer().listen(port, 'localhost');
  startServer();
  expect(await server.ended).toBe(1);
  expect(server.output().trim().split('\n').slice(-2)).toEqual([
    `Port ${port} is already in use; choose another with PORT.`,
    'No worker has started.',
  ]);
  squatter.close();
  expect(await hasPostmaster(dataDir)).toBe(false);
});

test.runIf(existsSync('/proc/self/environ'))(
  'interrupted at a terminal amid its start, all end without a complaint; an address in a file is in no environment of theirs',
  async () => {
    const database = await openTestDatabase();
    const file = join(dataDir, 'address');
    await writeFile(file, database.url);
    startServer({ DATABASE_URL_FILE: file });
    const { pid } = server.child;
    const begun = async () => {
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
      return children.split(' ').filter(Boolean).map(Number);
    };
    await expect.poll(begun, { interval: 5 }).not.toEqual([]);
    const workers = await begun();
    for (const worker of workers) {
      const environment = () => readFile(`/proc/${worker}/environ`, 'utf8');
      // Before it is that of the process that starts it. https://nodejs.org/api/cluster.html#how-it-works
      await expect.poll(environment, { interval: 5 }).toContain('NODE_UNIQUE_ID=');
      expect(await environment()).toContain(file);
      expect(await environment()).not.toContain(database.url);
    }
    // A terminal tells all of them.
    server.child.kill('SIGINT');
    for (const worker of workers) process.kill(worker, 'SIGINT');
    expect(await server.ended).toBe(0);
    expect(server.output()).not.toContain('No worker has started');
    expect(workers.filter(isRunning)).toEqual([]);
    await database.close();
  },
);
