import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONNECTION_LIMITS } from '#server/http/server/http-server.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { type CachedBoard, startCachedBoard } from '../support/cached-board.ts';
import { createAccount, createJob } from '../support/factories.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
/** A board with the page cache that production uses. */
let board: CachedBoard;
let slow: SlowClients;
beforeAll(async () => {
  database = await openTestDatabase();
  board = await startCachedBoard(database, { steady: true });
  slow = sendSlowly(board.port, 300);
});
afterAll(async () => {
  slow.stop();
  await board.close();
  await database.close();
});

const EVIL = 'evil.example';

describe('headers that name a host', () => {
  const hostHeaders: [string, Record<string, string>][] = [
    ['host', { host: EVIL }],
    ['host with a port', { host: `${EVIL}:99` }],
    ['x-forwarded-host', { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'gopher' }],
    ['forwarded', { forwarded: `host=${EVIL};proto=https;for=1.2.3.4` }],
    ['x-host', { 'x-host': EVIL, 'x-original-host': EVIL }],
    ['x-original-url', { 'x-original-url': `https://${EVIL}/`, 'x-rewrite-url': `/${EVIL}` }],
    ['origin and referer', { origin: `https://${EVIL}`, referer: `https://${EVIL}/` }],
  ];

  test.each(hostHeaders)(
    'the header %s appears in no response and poisons no cached response',
    async (_, headers) => {
      const { id } = await createJob(database.db);
      await board.settle();
      const paths = [
        '/',
        '/jobs',
        `/jobs/${id}`,
        '/jobs.atom',
        '/jobs.json',
        '/sitemap.xml',
        '/robots.txt',
        '/api/jobs',
        '/api/openapi.json',
        '/embed/jobs',
        '/no-such-page',
        '/api/none',
        '/.well-known/openid-configuration',
        '/authorize',
      ];
      for (const path of paths) {
        const poisoned = await board.ask(path, { headers });
        expect([path, poisoned.text.includes(EVIL)]).toEqual([path, false]);
        expect(JSON.stringify(poisoned.headers)).not.toContain(EVIL);
        const after = await board.ask(path);
        expect([path, after.text.includes(EVIL)]).toEqual([path, false]);
      }
    },
  );
});

describe('attacks on the page cache', () => {
  test('a cached response does not depend on the headers of another request', async () => {
    await createJob(database.db, { title: 'Cooper' });
    await board.settle();
    const clean = await board.ask('/jobs');
    const headerSets: Record<string, string>[] = [
      { accept: 'application/json' },
      { 'accept-language': 'xx' },
      { cookie: 'session=1; lang=xx' },
      { 'x-http-method-override': 'DELETE' },
      { 'x-forwarded-prefix': '/evil' },
      { range: 'bytes=0-10' },
      { 'accept-encoding': 'gzip;q=0, x-evil' },
      { 'if-none-match': '"x"', 'if-modified-since': 'Thu, 01 Jan 2099 00:00:00 GMT' },
      { authorization: 'Bearer x' },
      { te: 'trailers', connection: 'keep-alive, x-evil', 'x-evil': '1' },
    ];
    for (const headers of headerSets) {
      const { status, text } = await board.ask('/jobs', { headers });
      expect([headers, status]).toEqual([headers, 200]);
      expect(text).toContain('Cooper');
      expect((await board.ask('/jobs')).text).toBe(clean.text);
    }
  });

  test('a cached response is served only for its own URL, whatever the order and spelling of the parameters', async () => {
    await createJob(database.db, { title: 'Cooper', type: 'Contract' });
    await createJob(database.db, { title: 'Tinker', type: 'Remote' });
    await board.settle();
    const ask = async (query: string) => (await board.ask(`/api/jobs?${query}`)).text;
    const contract = await ask('type=Contract&description=summary');
    expect(await ask('description=summary&type=Contract')).toBe(contract);
    for (const [query, status] of [
      ['type=Contract&type=Remote', 200],
      ['type=Remote&type=Contract', 200],
      ['type=Contract&type=Contract&type=Remote', 200],
      ['type=Contract&description=summary&utm=evil', 200],
      ['type=Contract%26type=Remote&description=summary', 200],
      ['type=Contract;type=Remote&description=summary', 200],
      ['type=Contract&description=summary#&type=Remote', 400],
    ] as const) {
      expect([query, (await board.ask(`/api/jobs?${query}`)).status]).toEqual([query, status]);
      expect(await ask('type=Contract&description=summary')).toBe(contract);
    }
    // Refusals are not cached.
    const refused = await board.ask('/api/jobs?limit=0');
    expect(refused.headers['cache-control']).toBe('no-store');
  });

  test('a cached response contains no private data', async () => {
    const { id } = await createAccount(database.db, { role: 'siteadmin', name: 'Wilma Secret' });
    const headers = { authorization: `Bearer ${await tokenFor(database.db, id)}` };
    for (const path of [
      '/api/accounts',
      `/api/accounts/${encodeURIComponent(id)}`,
      '/api/jobs/closed',
      '/api/dashboard',
    ]) {
      const own = await board.ask(path, { headers });
      expect([own.status, own.headers['cache-control']]).toEqual([200, 'no-store']);
      expect((await board.ask(path)).status).toBe(401);
    }
    expect((await board.ask('/account')).text).not.toContain('Wilma');
  });
});

test('a stranger cannot find out whether an account exists', async () => {
  const { id } = await createAccount(database.db, { id: 'auth0|known' });
  const strangerToken = await tokenFor(database.db, 'auth0|asker');
  const known = `/api/accounts/${encodeURIComponent(id)}`;
  const unknown = `/api/accounts/${encodeURIComponent('auth0|unknown')}`;
  const profile = { name: 'A', email: '', bio: '' };
  for (const headers of [{}, { authorization: `Bearer ${strangerToken}` }] as Record<
    string,
    string
  >[]) {
    for (const method of ['GET', 'PUT', 'POST']) {
      const [one, other] = await Promise.all(
        [known, unknown].map((path) => {
          const body = { ...profile, id: decodeURIComponent(path.slice('/api/accounts/'.length)) };
          const at = method === 'POST' ? '/api/accounts' : path;
          return board.ask(at, { method, headers, ...(method !== 'GET' && { body }) });
        }),
      );
      expect([401, 403]).toContain(one?.status);
      expect([other?.status, other?.text]).toEqual([one?.status, one?.text]);
    }
  }
});

/** Clients that send a header one byte at a time while all other tests of this file run. */
type SlowClients = {
  responses: Promise<{ received: string; duration: number }>[];
  stop: () => void;
};

function sendSlowly(port: number, connections: number): SlowClients {
  const sockets: Socket[] = [];
  for (let n = 0; n < connections; n += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Drip: ');
    sockets.push(socket);
  }
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 500);
  return { responses: sockets.map(readUntilClosed), stop: () => clearInterval(drip) };
}

/** Reads until the connection closes, whether normally or by an error. */
async function readUntilClosed(socket: Socket) {
  const started = performance.now();
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    received += part;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return { received, duration: performance.now() - started };
}

test('slow clients are disconnected and do not delay others', async () => {
  for (const path of ['/api/jobs', '/about', '/healthz']) {
    expect((await board.ask(path)).status).toBe(200);
  }
  const responses = await Promise.all(slow.responses);
  const { headersTimeout, connectionsCheckingInterval } = CONNECTION_LIMITS;
  const longest = Math.max(...responses.map(({ duration }) => duration));
  expect(longest).toBeLessThan(headersTimeout + connectionsCheckingInterval + 10_000);
  expect(responses.filter(({ received }) => !/^HTTP\/1\.1 408 /.test(received))).toEqual([]);
});
