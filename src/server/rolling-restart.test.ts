import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { end, freePort, makeDataDir, type Running, run } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { startStrictProxy } from '#tests/support/strict-proxy.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { jobs } from './db/schema.ts';

let database: TestDatabase;
let dataDir: string;
let servers: [Running, Running, ...Running[]];
let ports: [number, number];
let proxy: Awaited<ReturnType<typeof startStrictProxy>>;

async function startServer(port: number): Promise<Running> {
  const server = run('main', {
    PORT: String(port),
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    TRUST_PROXY: '127.0.0.1, ::1',
    RATE_LIMIT_SCALE: '1000',
  });
  await server.says('Composable Jobs is ready at');
  return server;
}

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await makeDataDir();
  ports = [await freePort(), await freePort()];
  servers = await Promise.all([startServer(ports[0]), startServer(ports[1])]);
  proxy = await startStrictProxy(ports);
});
afterAll(async () => {
  await proxy.close();
  // Kill the servers. The clean shutdown is what the test itself checks.
  await Promise.all(servers.map(({ child, ended }) => child.kill('SIGKILL') && ended));
  await database.close();
  await removeFolder(dataDir);
});

/** The numbers of concurrent clients. */
const READERS = 3;
const WRITERS = 2;

test('a rolling restart of two servers behind a proxy drops no request', async () => {
  const { db } = database;
  const token = await tokenFor(db, (await createAccount(db, { role: 'siteadmin' })).id);
  const company = { id: (await createCompany(db)).id };
  const counts = { reads: new Map<number, number>(), writes: new Map<number, number>() };
  let stopped = false;
  const record = async (byStatus: Map<number, number>, pending: Promise<Response>) => {
    const response = await pending;
    await response.arrayBuffer();
    byStatus.set(response.status, (byStatus.get(response.status) ?? 0) + 1);
  };
  const read = async () => {
    for (let n = 0; !stopped; n += 1) {
      const path = ['/jobs', '/api/jobs', `/?n=${n}`, '/companies'][n % 4];
      await record(counts.reads, fetch(`${proxy.origin}${path}`));
    }
  };
  const write = async () => {
    for (let n = 0; !stopped; n += 1) {
      const body = {
        title: `Job ${n}`,
        type: 'Contract',
        location: 'A',
        salary: '$60K - $70K',
        company,
      };
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const options = { method: 'POST', headers, body: JSON.stringify(body) };
      await record(counts.writes, fetch(`${proxy.origin}/api/jobs`, options));
    }
  };
  const waitForMoreReads = async () => {
    const before = counts.reads.get(200) ?? 0;
    await expect.poll(() => counts.reads.get(200) ?? 0).toBeGreaterThan(before + 50);
  };
  const clients = [
    ...Array.from({ length: READERS }, read),
    ...Array.from({ length: WRITERS }, write),
  ];
  try {
    const [one, other] = servers;
    await waitForMoreReads();
    expect(await end(one)).toBe(0);
    servers.push(await startServer(ports[0]));
    await waitForMoreReads();
    expect(await end(other)).toBe(0);
    // Now only the restarted server serves requests.
    await waitForMoreReads();
  } finally {
    stopped = true;
    await Promise.all(clients);
  }
  expect(proxy.lost).toEqual([]);
  expect([...counts.reads.keys()]).toEqual([200]);
  expect([...counts.writes.keys()]).toEqual([201]);
  expect(await db.$count(jobs)).toBe(counts.writes.get(201));
});
