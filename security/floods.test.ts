import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createJob } from '#server/testing/factories.ts';
import { end, freePort, NEVER_LATE, type Running, run } from '#server/testing/process.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { statement } from './statements.ts';

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
    NODE_OPTIONS: `${NEVER_LATE.NODE_OPTIONS} --max-old-space-size=512`,
  });
  await server.says('is at');
  return async () => {
    await end(server);
    await database.close();
  };
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A connection that reads nothing. */
async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .pause();
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function ask(path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  await response.arrayBuffer();
  return response.status;
}

test(statement(29), async () => {
  expect(await ask('/jobs')).toBe(200);
  const request = 'GET /jobs HTTP/1.1\r\nHost: a\r\n\r\n';
  const flood = request.repeat(Math.floor(65_536 / request.length));
  for (let round = 0; round < 3; round += 1) {
    const flooding = await Promise.all(Array.from({ length: 150 }, open));
    for (const socket of flooding) socket.write(flood);
    // Answered behind what has been read of the flood.
    expect(await ask('/about')).toBe(200);
    expect(await ask('/jobs')).toBe(200);
    for (const socket of flooding) socket.destroy();
  }
  expect(server.child.exitCode).toBeNull();
  expect(await ask('/readyz')).toBe(200);
}, 120_000);

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
      const answer = await text(socket);
      expect([path, framing, answer.match(/^HTTP\/1\.1 \d+/gm)]).toEqual([
        path,
        framing,
        [expect.stringMatching(framing.includes(': chunked') ? /200|400/ : /400/)],
      ]);
    }
  }
});
