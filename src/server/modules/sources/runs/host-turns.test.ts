import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openDatabaseAt,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/test-database.ts';
import { createHostTurns } from './host-turns.ts';

let database: TestDatabase;
/** A second pool of connections, which stands for a second process. */
let other: Awaited<ReturnType<typeof openDatabaseAt>>;
let hosts = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.execute(
    sql`create table if not exists source_hosts (host text primary key, free_at timestamptz not null)`,
  );
  other = await openDatabaseAt(database.url, 'command');
});

afterAll(async () => {
  await other.close();
  await database.close();
});

const newHost = () => `host-${hosts++}.example`;
const turns = (options = {}) =>
  createHostTurns({ db: database.db, interval: 0, pollInterval: 5, ...options });

async function freeAt(host: string): Promise<string | undefined> {
  const { rows } = await database.db.execute<{ free_at: string }>(
    sql`select free_at::text from source_hosts where host = ${host}`,
  );
  return rows[0]?.free_at;
}

async function freeIn(host: string): Promise<number> {
  const { rows } = await database.db.execute<{ seconds: number }>(
    sql`select extract(epoch from free_at - clock_timestamp())::float8 as seconds from source_hosts where host = ${host}`,
  );
  return rows[0]?.seconds ?? Number.NaN;
}

test('processes take turns at a host, one at a time', async () => {
  const host = newHost();
  let running = 0;
  let most = 0;
  const takers = [turns(), turns({ db: other.db })];
  const takeOne = async (index: number) => {
    const turn = await takers[index % 2]?.(host);
    most = Math.max(most, ++running);
    // Let the others try meanwhile.
    await database.db.execute(sql`select`);
    await other.db.execute(sql`select`);
    running--;
    await turn?.end();
  };
  await Promise.all(Array.from({ length: 12 }, (_, index) => takeOne(index)));
  expect(most).toBe(1);
});

test('turns at different hosts do not wait for each other', async () => {
  const take = turns({ maxWait: 0 });
  const [one, another] = [await take(newHost()), await take(newHost())];
  await one.end();
  await another.end();
});

test('no process sends a request to a host until the interval after the end of a turn is over', async () => {
  const host = newHost();
  const take = turns({ interval: 300 });
  await (await take(host)).end();
  const end = performance.now();
  await (await take(host)).end();
  // The interval is 300 ms, but the clocks of the process and of the database may differ a little.
  expect(performance.now() - end).toBeGreaterThan(200);
});

test('no process sends a request to a host for as long as the host asks', async () => {
  const host = newHost();
  const turn = await turns()(host);
  await turn.end({ until: new Date(Date.now() + 3_600_000) });
  const error = await turns({ db: other.db })(host).catch((error) => error);
  expect(error).toMatchObject({ name: 'FetchError', failure: 'busy' });
  expect(error.retryAt.getTime() - Date.now()).toBeGreaterThan(3_000_000);
  expect(await freeIn(host)).toBeGreaterThan(3000);
});

test('if two intervals are given for a host, the longer one applies', async () => {
  const host = newHost();
  await (await turns({ interval: 60_000 })(host)).end({ interval: 10 });
  expect(await freeIn(host)).toBeGreaterThan(50);
  const slow = newHost();
  await (await turns({ interval: 10 })(slow)).end({ interval: 60_000 });
  expect(await freeIn(slow)).toBeGreaterThan(50);
});

test('the turn of a killed process ends with its lease; a running process renews its turn', async () => {
  const host = newHost();
  // Insert a turn whose process does not renew it.
  await database.db.execute(
    sql`insert into source_hosts values (${host}, clock_timestamp() + interval '100 ms')`,
  );
  const turn = await turns({ lease: 60 })(host);
  for (let renewals = 0; renewals < 2; renewals++) {
    const before = await freeAt(host);
    await expect.poll(() => freeAt(host)).not.toBe(before);
  }
  await turn.end();
});

test('a process whose lease has ended does not change the turn of another process', async () => {
  const host = newHost();
  const late = await turns()(host);
  // Act like another process that has taken a turn in the meantime.
  await database.db.execute(
    sql`update source_hosts set free_at = clock_timestamp() + interval '50 s' where host = ${host}`,
  );
  await late.end();
  expect(await freeIn(host)).toBeGreaterThan(40);
});

test('waiting for a turn ends when the run is aborted', async () => {
  const host = newHost();
  const turn = await turns()(host);
  const run = new AbortController();
  const waiting = turns({ pollInterval: 600_000 })(host, run.signal);
  const isRejected = expect(waiting).rejects.toThrow('stops');
  run.abort(new Error('The server stops'));
  await isRejected;
  await turn.end();
});
