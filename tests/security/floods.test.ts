import { once } from 'node:events';
import { Agent, get, type RequestOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createJob } from '../support/factories.ts';
import { BUSY_MACHINE, end, freePort, type Running, run } from '../support/process.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { statement } from './statements.ts';

const REPORT_HEAP = new URL('../support/report-heap.mjs', import.meta.url);

let database: TestDatabase;
let server: Running;
let port: number;
beforeAll(async () => {
  database = await openTestDatabase();
  const { company_id } = await createJob(database.db);
  for (let n = 0; n < 24; n += 1) await createJob(database.db, { company_id });
  port = await freePort();
  server = run('main', {
    DATABASE_URL: database.url,
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMIT_SCALE: '1000',
    NODE_OPTIONS: `${BUSY_MACHINE.NODE_OPTIONS} --import=${REPORT_HEAP} --max-old-space-size=512`,
  });
  await server.says('is ready at');
  return async () => {
    await end(server);
    await database.close();
  };
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opens a connection that reads no responses. */
async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .pause();
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Uses a new connection, because the server may drop older ones of the flooding network. */
async function ask(path: string, options: RequestOptions = { agent: false }): Promise<number> {
  const request = get({ host: '127.0.0.1', port, path, ...options });
  const [response] = await once(request, 'response');
  await text(response);
  return response.statusCode;
}

const HEAP = /heap (\d+) bytes/g;

/** The bytes in use on the server's heap after a forced collection. */
async function heapUsed(): Promise<number> {
  const reports = () => [...server.output().matchAll(HEAP)];
  const before = reports().length;
  server.child.kill('SIGUSR2');
  await expect.poll(() => reports().length).toBe(before + 1);
  return Number(reports().at(-1)?.[1]);
}

test(statement(29), async () => {
  expect(await ask('/jobs')).toBe(200);
  const request = 'GET /jobs HTTP/1.1\r\nHost: a\r\n\r\n';
  const flood = request.repeat(Math.floor(65_536 / request.length));
  for (let round = 0; round < 3; round += 1) {
    const flooding = await Promise.all(Array.from({ length: 150 }, open));
    for (const socket of flooding) socket.write(flood);
    // During the flood, the server still answers other requests. A busy machine may refuse some at first.
    await expect.poll(() => ask('/about')).toBe(200);
    await expect.poll(() => ask('/jobs')).toBe(200);
    for (const socket of flooding) socket.destroy();
  }
  expect(server.child.exitCode).toBeNull();
  expect(await ask('/readyz')).toBe(200);
});

test.each<[what: string, path: (n: number) => string, headers?: Record<string, string>]>([
  ['searches that exclude a word', (n) => `/api/jobs/counts?q=-zt${n}`],
  ['lists with HTML and unknown parameters', (n) => `/api/jobs?limit=100&description=html&x=${n}`],
  ['feeds with parameters that nobody knows', (n) => `/jobs.atom?x=${n}`],
  ['sitemaps with credentials', () => '/sitemap.xml', { authorization: 'Bearer none' }],
])('%s leave no memory in use', async (_, path, headers = {}) => {
  let sent = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  /** On a busy machine, the server sheds requests with 503. Such requests are sent again. */
  const askUntilServed = async (url: string) => {
    let status: number;
    do status = await ask(url, { agent, headers });
    while (status === 503);
    return status;
  };
  const flood = async (requests: number) => {
    const statuses = await Promise.all(
      Array.from({ length: requests }, () => {
        sent += 1;
        return askUntilServed(path(sent));
      }),
    );
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  };
  await flood(200);
  const before = await heapUsed();
  await flood(600);
  expect(await heapUsed()).toBeLessThan(1.1 * before);
  expect(await ask('/readyz')).toBe(200);
  agent.destroy();
});

test(statement(30), async () => {
  const FRAMINGS = [
    'Transfer-Encoding: foo\r\n\r\n',
    'Transfer-Encoding: identity\r\n\r\n',
    'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\nnot a chunk\r\n',
    'Transfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n0\r\n\r\n',
  ];
  for (const path of ['/jobs', '/api/jobs', '/about', '/healthz']) {
    expect(await ask(path)).toBe(200);
    for (const framing of FRAMINGS) {
      const socket = await open();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${framing}`);
      const response = await text(socket);
      expect([path, framing, response.match(/^HTTP\/1\.1 \d+/gm)]).toEqual([
        path,
        framing,
        [expect.stringMatching(framing.includes(': chunked') ? /200|400/ : /400/)],
      ]);
    }
  }
});
