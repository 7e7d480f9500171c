import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MetricsServer, serveMetrics } from './metrics-server.ts';

let server: MetricsServer;
let reads = 0;
let fails = false;

beforeAll(async () => {
  server = await serveMetrics({
    port: 0,
    host: '127.0.0.1',
    log: pino({ level: 'silent' }),
    async read() {
      reads += 1;
      if (fails) throw new Error('a secret');
      return 'one 1\n';
    },
  });
});
afterAll(() => server.close());

const request = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, init);

test('GET and HEAD return the metrics in Prometheus’ text format', async () => {
  const got = await request('/metrics?name=board_jobs');
  expect(got.status).toBe(200);
  expect(got.headers.get('content-type')).toBe(Registry.PROMETHEUS_CONTENT_TYPE);
  expect(got.headers.get('cache-control')).toBe('no-store');
  expect(await got.text()).toBe('one 1\n');
  const head = await request('/metrics', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    '6',
    '',
  ]);
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
  'the metrics server refuses the method %s',
  async (method) => {
    const before = reads;
    const refused = await request('/metrics', { method });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(reads).toBe(before);
  },
);

test.each([
  '/',
  '/healthz',
  '/api/jobs',
  '/jobs',
  '/metrics/',
  '/Metrics',
  '//metrics',
  '/%6detrics',
])('the metrics server answers 404 for the path %s', async (path) => {
  const before = reads;
  const refused = await request(path);
  expect([refused.status, await refused.text()]).toEqual([404, '']);
  expect(reads).toBe(before);
});

test('if the metrics cannot be read, the metrics server reports the failure, but not its reason', async () => {
  fails = true;
  const failed = await request('/metrics');
  fails = false;
  expect([failed.status, await failed.text()]).toEqual([500, '']);
  expect((await request('/metrics')).status).toBe(200);
});

test('the metrics server disconnects a client that sends nothing, and open connections do not delay the shutdown', async () => {
  const silent = connect(server.port, '127.0.0.1');
  const startedAt = performance.now();
  silent.write('GET /metrics HTTP/1.1\r\n');
  silent.resume();
  await once(silent, 'close');
  expect(performance.now() - startedAt).toBeLessThan(30_000);

  const other = await serveMetrics({
    port: 0,
    host: '127.0.0.1',
    log: pino({ level: 'silent' }),
    read: async () => '',
  });
  const open = connect(other.port, '127.0.0.1');
  await once(open, 'connect');
  const closed = once(open, 'close');
  open.on('error', () => {});
  await other.close();
  await closed;
});
