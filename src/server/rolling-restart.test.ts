import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from './db/schema.ts';
import { tokenFor } from './testing/access-tokens.ts';
import { createAccount, createCompany } from './testing/factories.ts';
import { end, freePort, makeDataDir, type Running, run } from './testing/process.ts';
import { startStrictProxy } from './testing/strict-proxy.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

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
  // That they end in order is seen twice before.
  await Promise.all(servers.map(({ child, ended }) => child.kill('SIGKILL') && ended));
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** At a time. */
const READERS = 3;
const WRITERS = 2;

test('while two servers behind a proxy end one after the other, and the first comes back meanwhile, no request is dropped', async () => {
  const { db } = database;
  const token = await tokenFor(db, (await createAccount(db, { role: 'siteadmin' })).id);
  const company = { id: (await createCompany(db)).id };
  const answers = { read: new Map<number, number>(), written: new Map<number, number>() };
  let stopped = false;
  const note = async (counts: Map<number, number>, asked: Promise<Response>) => {
    const reply = await asked;
    await reply.arrayBuffer();
    counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1);
  };
  const read = async () => {
    for (let n = 0; !stopped; n += 1) {
      const path = ['/jobs', '/api/jobs', `/?n=${n}`, '/companies'][n % 4];
      await note(answers.read, fetch(`${proxy.origin}${path}`));
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
      await note(answers.written, fetch(`${proxy.origin}/api/jobs`, options));
    }
  };
  const readsGoOn = async () => {
    const before = answers.read.get(200) ?? 0;
    await expect.poll(() => answers.read.get(200) ?? 0).toBeGreaterThan(before + 50);
  };
  const people = [
    ...Array.from({ length: READERS }, read),
    ...Array.from({ length: WRITERS }, write),
  ];
  try {
    const [one, other] = servers;
    await readsGoOn();
    expect(await end(one)).toBe(0);
    servers.push(await startServer(ports[0]));
    await readsGoOn();
    expect(await end(other)).toBe(0);
    // By the one that has come back alone.
    await readsGoOn();
  } finally {
    stopped = true;
    await Promise.all(people);
  }
  expect(proxy.lost).toEqual([]);
  expect([...answers.read.keys()]).toEqual([200]);
  expect([...answers.written.keys()]).toEqual([201]);
  expect(await db.$count(jobs)).toBe(answers.written.get(201));
});
