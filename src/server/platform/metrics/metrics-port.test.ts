import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDataDir } from '#tests/support/prepared-data.ts';
import { end, freePort, type Running, run, workersOf } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { readConfig } from '../config/config.ts';
import { StartupError } from '../errors.ts';
import { withMetricsServer } from './metrics-server.ts';
import { parseExposition, sumOf } from './testing/exposition.ts';

const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1');

let dataDir: string;
let port: number;
let metricsPort: number;
const servers: Running[] = [];

beforeEach(async () => {
  dataDir = await copyDataDir('demo');
  port = await freePort();
  metricsPort = await freePort();
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map(end));
  await removeFolder(dataDir);
});

function startServer(settings: Record<string, string> = {}): Running {
  const defaults = { PORT: String(port), DATA_DIR: dataDir, METRICS_PORT: String(metricsPort) };
  const server = run('main', { ...defaults, ...settings });
  servers.push(server);
  return server;
}

const scrape = async () =>
  parseExposition(await (await fetch(`http://localhost:${metricsPort}/metrics`)).text());

/** Opens a new connection for each request, so that the requests are spread over the workers. */
async function request(path: string): Promise<number> {
  const response = await fetch(`http://localhost:${port}${path}`, {
    headers: { connection: 'close' },
  });
  await response.arrayBuffer();
  return response.status;
}

const notFoundCount = async () =>
  sumOf(await scrape(), 'board_http_requests_total', { route: '/api/jobs/:id', status: '404' }) ??
  0;

test('the metrics of several processes are added up, and the counters of a killed worker remain in the sums', async () => {
  const server = startServer({ WEB_CONCURRENCY: '2' });
  await server.says('served by 2 processes');
  for (let time = 0; time < 40; time += 1) expect(await request(`/api/jobs/${time}`)).toBe(404);
  await expect.poll(notFoundCount).toBe(40);
  const before = await scrape();
  expect(sumOf(before, 'board_processes')).toBe(2);
  expect(sumOf(before, 'board_build_info')).toBe(1);
  expect(sumOf(before, 'board_database_connections_limit', { pool: 'prepared' })).toBe(10);
  await expect.poll(async () => sumOf(await scrape(), 'board_jobs')).toBeGreaterThan(50);
  expect(sumOf(await scrape(), 'board_jobs')).toBeLessThan(100);

  const [first = 0] = await workersOf(server, 2);
  process.kill(first, 'SIGKILL');
  await server.says('Worker restarted');
  expect(await workersOf(server, 3)).toHaveLength(3);
  const after = await scrape();
  expect(await notFoundCount()).toBe(40);
  expect(sumOf(after, 'board_processes')).toBe(2);
  for (const [name, { type, samples }] of before) {
    if (type !== 'counter') continue;
    for (const { labels, value } of samples) {
      expect(sumOf(after, name, labels), name).toBeGreaterThanOrEqual(value);
    }
  }
  for (let time = 0; time < 10; time += 1) await request(`/api/jobs/${time}`);
  await expect.poll(notFoundCount).toBe(50);
});

test('the public port serves no metrics, and the metrics server stops together with the board', async () => {
  const server = startServer();
  await server.says('Composable Jobs is ready at');
  expect(server.output()).toContain(`Metrics: http://localhost:${metricsPort}/metrics`);
  expect(await request('/metrics')).toBe(404);
  expect((await scrape()).size).toBeGreaterThan(30);
  expect(await end(server)).toBe(0);
  await expect(scrape()).rejects.toThrow();
});

/** Runs the metrics server together with a process that does nothing. */
async function serveAlone(settings: Record<string, string>) {
  const messages: string[] = [];
  const log = pino({}, { write: (line) => void messages.push(JSON.parse(line).msg) });
  const config = readConfig({ METRICS_PORT: String(metricsPort), ...settings });
  const start = async () => ({ log, stop: async () => {} });
  const read = async () => 'board_processes 1\n';
  const running = await withMetricsServer({ config, log, read }, start);
  return { messages, ...running };
}

test.skipIf(!hasIPv6)(
  'the logged address of the metrics can be opened, even with IPv6',
  async () => {
    const { messages, stop } = await serveAlone({ METRICS_HOST: '::1' });
    const address = /Metrics: (\S+?metrics)/.exec(messages.join())?.[1] ?? '';
    expect(address).toBe(`http://[::1]:${metricsPort}/metrics`);
    expect((await fetch(address)).status).toBe(200);
    await stop();
  },
);

test('without METRICS_PORT, no metrics server runs', async () => {
  const { messages, stop } = await serveAlone({ METRICS_PORT: '' });
  expect(messages).toEqual([]);
  await expect(scrape()).rejects.toThrow();
  await stop();
});

test.each(['1', '2'])(
  'a metrics port in use is reported in one line (%s processes)',
  async (count) => {
    const squatter = createServer().listen(metricsPort, 'localhost');
    await once(squatter, 'listening');
    const server = startServer({ WEB_CONCURRENCY: count });
    expect(await server.ended).toBe(1);
    squatter.close();
    expect(server.output()).toBe(
      `Port ${metricsPort} is already in use; choose another with METRICS_PORT.\n`,
    );
  },
);

test('a metrics host that belongs to another machine is reported in one line', async () => {
  await expect(serveAlone({ METRICS_HOST: '192.0.2.1' })).rejects.toThrow(
    new StartupError('METRICS_HOST is not an address of this machine: 192.0.2.1'),
  );
});
