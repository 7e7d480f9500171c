import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { collectGarbage } from '#tests/support/collect-garbage.ts';
import { buildSmallServer } from '../testing/small-server.ts';
import { networkReader } from './client-network.ts';
import { createResponseLimiter, RESPONSE_LIMITS } from './response-limits.ts';

const LOCAL = '127.0.0.1';

const sockets: Socket[] = [];
let app: FastifyInstance;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** Starts a server with one route. The route responds with this number of bytes once `wait` resolves. */
async function startServer({ bytes = 4, wait = async () => {}, trustProxy = [] as string[] }) {
  const responses = createResponseLimiter({ https: false, networkOf: networkReader(trustProxy) });
  app = buildSmallServer({}, responses);
  let handled = 0;
  app.get('/body', async () => {
    handled += 1;
    await wait();
    return 'x'.repeat(bytes);
  });
  await app.listen({ host: LOCAL, port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { responses, port, handled: () => handled };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, LOCAL).on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const request = (headers = '') => `GET /body HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;

const statuses = (response: string) =>
  [...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

test('the server answers pipelined requests up to the limit, refuses the next one and closes the connection', async () => {
  const { port, handled } = await startServer({});
  const socket = await open(port);
  socket.write(request().repeat(2_000));
  const limit = 1 + RESPONSE_LIMITS.pipelined;
  expect(statuses(await text(socket))).toEqual([...Array(limit).fill('200'), '429']);
  expect(handled()).toBe(limit);
});

test('the server keeps serving a client with fewer pipelined requests than the limit', async () => {
  const { port, handled } = await startServer({});
  const socket = await open(port);
  let received = '';
  socket.on('data', (part) => {
    received += part;
  });
  for (let round = 1; round <= 10; round += 1) {
    socket.write(request().repeat(RESPONSE_LIMITS.pipelined));
    await expect.poll(handled).toBe(round * RESPONSE_LIMITS.pipelined);
    await expect.poll(() => statuses(received).length).toBe(round * RESPONSE_LIMITS.pipelined);
  }
});

/** The size of V8's heap after a forced collection (bytes). */
async function heapUsed(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('a flood of pipelined requests leaks no memory', async () => {
  const { responses, port } = await startServer({ bytes: 4_000 });
  const flood = async () => {
    const flooding = await Promise.all(Array.from({ length: 50 }, () => open(port)));
    for (const socket of flooding) socket.pause().write(request().repeat(1_000));
    await expect.poll(() => responses.heldBy(LOCAL).unsentBytes).toBe(0);
    for (const socket of flooding) socket.destroy();
    await expect.poll(() => responses.heldBy(LOCAL).unfinished).toBe(0);
  };
  await flood();
  const before = await heapUsed();
  for (let round = 0; round < 3; round += 1) await flood();
  expect(await heapUsed()).toBeLessThan(1.2 * before);
});

test('if a network leaves too many bytes unread, its oldest connections are closed', async () => {
  const bytes = RESPONSE_LIMITS.unsentBytes / 4;
  const { responses, port, handled } = await startServer({ bytes });
  let maxUnsent = 0;
  for (let n = 1; n <= 12; n += 1) {
    const socket = await open(port);
    socket.pause();
    socket.write(request());
    await expect.poll(handled).toBe(n);
    await nextTurn();
    maxUnsent = Math.max(maxUnsent, responses.heldBy(LOCAL).unsentBytes);
  }
  expect(maxUnsent).toBeGreaterThan(bytes);
  expect(maxUnsent).toBeLessThanOrEqual(RESPONSE_LIMITS.unsentBytes);
  const reader = await open(port);
  reader.write(request('Connection: close\r\n'));
  expect((await text(reader)).endsWith('x')).toBe(true);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => responses.heldBy(LOCAL)).toEqual({ unfinished: 0, unsentBytes: 0 });
});

test('the unfinished requests of one client network are limited behind a trusted proxy', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { responses, port, handled } = await startServer({
    wait: () => finished,
    trustProxy: [LOCAL],
  });
  const flooder = '192.0.2.1';
  const from = (address: string) => request(`X-Forwarded-For: ${address}\r\n`);
  const perSocket = RESPONSE_LIMITS.pipelined;
  const floods = Math.ceil(RESPONSE_LIMITS.unfinished / perSocket) + 4;
  const flooding = await Promise.all(Array.from({ length: floods }, () => open(port)));
  for (const socket of flooding) socket.write(from(flooder).repeat(perSocket));
  await expect.poll(handled).toBeGreaterThanOrEqual(RESPONSE_LIMITS.unfinished);
  expect(responses.heldBy(flooder).unfinished).toBeLessThanOrEqual(RESPONSE_LIMITS.unfinished + 1);
  const other = await open(port);
  other.write(from('192.0.2.2'));
  await expect.poll(() => responses.heldBy('192.0.2.2').unfinished).toBe(1);
  finish();
  const [response] = await once(other, 'data');
  expect(statuses(String(response))).toEqual(['200']);
});
