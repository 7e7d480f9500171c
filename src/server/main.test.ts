import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDataDir } from '#tests/support/prepared-data.ts';
import {
  end,
  freePort,
  HANGING_SHUTDOWN,
  hasPostmaster,
  makeDataDir,
  type Running,
  run,
  workersOf,
} from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { runInProcess } from '#tests/support/run-command.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { VERSION } from './platform/version.ts';

let dataDir: string;
let port: number;
const servers: Running[] = [];

beforeEach(async () => {
  dataDir = await copyDataDir('demo');
  port = await freePort();
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map(end));
  await removeFolder(dataDir);
});

function startServer(settings: Record<string, string> = {}): Running {
  const server = run('main', { PORT: String(port), DATA_DIR: dataDir, ...settings });
  servers.push(server);
  return server;
}

async function jobs(query = ''): Promise<{ total: number; results: { id: string }[] }> {
  return (await fetch(`http://localhost:${port}/api/jobs?limit=100${query}`)).json() as never;
}

const READY = 'Composable Jobs is ready at';

test('the first start fills the board, and a start after `kill -9` finds the data intact', async () => {
  await removeFolder(dataDir);
  dataDir = await makeDataDir();
  const first = startServer();
  await first.says(READY);
  expect(first.output()).toContain(`(version ${VERSION})`);
  const before = await jobs();
  expect(before.total).toBeGreaterThanOrEqual(60);
  first.child.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');

  const second = startServer();
  await second.says(READY);
  expect(await jobs()).toEqual(before);
  await endsCleanly(second, 'SIGINT');
});

/** Stops the server with a signal, and expects that the server and its database shut down cleanly. */
async function endsCleanly({ child, ended }: Running, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  expect(await ended).toBe(0);
  expect(await hasPostmaster(dataDir)).toBe(false);
}

test('a killed embedded database restarts with its data', async () => {
  const server = startServer();
  await server.says(READY);
  const before = await jobs();
  const [pid] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await server.says('Embedded database available again');
  await expect.poll(async () => (await jobs()).total).toBe(before.total);
  await endsCleanly(server, 'SIGHUP');
});

test('a shutdown that hangs still stops the database and ends', async () => {
  const server = startServer(HANGING_SHUTDOWN);
  await server.says(READY);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(1);
  await expect.poll(() => hasPostmaster(dataDir)).toBe(false);
});

test('a second server on the same data folder fails with one clear line and does not disturb the first', async () => {
  // Disable the log of slow queries, because any query may be slow on a busy machine.
  const first = startServer({ SLOW_QUERY_MS: '0' });
  await first.says(READY);
  const second = startServer({ PORT: String(await freePort()) });
  expect(await second.ended).toBe(1);
  expect(second.output().trim().split('\n')).toEqual([
    `Another server is already running on ${dataDir}; stop it first, or set DATA_DIR to another folder.`,
  ]);
  expect((await jobs()).total).toBeGreaterThan(0);
  await endsCleanly(first, 'SIGTERM');
  expect(first.output()).not.toMatch(/"level":"(warn|error|fatal)"/);
});

test('if the port is in use, this is reported in one clear line, and the database stops', async () => {
  const squatter = createServer().listen(port, 'localhost');
  await once(squatter, 'listening');
  const server = startServer();
  expect(await server.ended).toBe(1);
  expect(server.output().trim().split('\n').at(-1)).toBe(
    `Port ${port} is already in use; choose another with PORT.`,
  );
  squatter.close();
  expect(await hasPostmaster(dataDir)).toBe(false);
});

test('all invalid settings are reported, and nothing starts', async () => {
  const server = startServer({ PORT: 'many', LOG_LEVEL: 'loud' });
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(
    /^Invalid settings; correct them and start again:\n {2}PORT .*\n {2}LOG_LEVEL .*\n$/,
  );
});

test('an unreachable database is reported in one clear line', async () => {
  const server = startServer({ DATABASE_URL: `postgres://board@localhost:${port}/board` });
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(/^The database is unreachable: .*ECONNREFUSED.*\n$/);
});

test('a database of a newer version refuses a new server, but not a worker that a running server restarts', async () => {
  const database = await openTestDatabase();
  const settings = { DATABASE_URL: database.url, DEMO_DATA: 'false' };
  try {
    const server = startServer({ ...settings, WEB_CONCURRENCY: '2' });
    await server.says(READY);
    await database.db.execute(`comment on schema drizzle is '9.1.0'`);
    await database.db.execute(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${Date.UTC(2100, 0)})`,
    );
    const [worker = 0] = await workersOf(server, 2);
    process.kill(worker, 'SIGKILL');
    await server.says('Worker restarted');
    expect(await jobs()).toMatchObject({ total: 0 });

    const other = run('main', { ...settings, PORT: String(await freePort()), DATA_DIR: dataDir });
    expect(await other.ended).toBe(1);
    expect(other.output()).toBe(
      `The database belongs to version 9.1.0 of the board, which is newer than this program (${VERSION}). Update this program.\n`,
    );
  } finally {
    await Promise.all(servers.splice(0).map(end));
    await database.close();
  }
});

test('an import works beside a running server and without one', async () => {
  await removeFolder(dataDir);
  dataDir = await copyDataDir('empty');
  const good = join(dataDir, 'Loom%20Labs.json');
  const bad = join(dataDir, 'Cut Off.json');
  const posting = {
    id: 'one',
    title: 'Loom Builder',
    employmentType: 'Intern',
    location: 'Lisbon',
    publishedAt: '2026-03-04T05:06:07.890Z',
    descriptionHtml: '<p>Build looms.</p>',
  };
  await writeFile(good, JSON.stringify({ jobs: [posting] }));
  await writeFile(bad, '{"jobs":[{"id":');

  const alone = run('import', { DATA_DIR: dataDir }, [good]);
  expect(await alone.ended).toBe(0);
  expect(alone.output()).toMatch(/Loom%20Labs\.json +1 +0 +0 +0 +0/);

  const server = startServer({ DEMO_DATA: 'false' });
  await server.says(READY);
  expect((await jobs('&type=Internship')).total).toBe(1);

  await writeFile(good, JSON.stringify({ jobs: [posting, { ...posting, id: 'two' }] }));
  const files = [bad, good, join(dataDir, 'None.json')];
  const joined = await runInProcess('import', { DATA_DIR: dataDir }, files);
  expect(joined.exitCode).toBe(1);
  expect(joined.output).toMatch(/Loom%20Labs\.json +1 +0 +1 +0 +0/);
  expect(joined.output).toContain('Cut Off.json: refused: it is not JSON');
  expect(joined.output).toContain('None.json: refused: ');
  // Within a second, the running server knows of the import, because its change listener is notified.
  await expect.poll(async () => (await jobs('&type=Internship')).total).toBe(2);
});

test('an import command without a file is invalid usage', async () => {
  const { exitCode, output } = await runInProcess('import', { DATA_DIR: dataDir });
  expect(exitCode).toBe(2);
  expect(output).toBe("error: missing required argument 'files'\nAdd --help for usage.\n");
});
