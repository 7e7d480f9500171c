import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { isDatabaseUnreachable } from './database-errors.ts';

async function failureAt(connectionString: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
  } catch (error) {
    return error;
  }
  await client.end();
  throw new Error('the database is reachable');
}

test('a database that no longer accepts the password is unreachable', async () => {
  const url = new URL(inject('postgresUrl'));
  url.password = 'former';
  const failure = await failureAt(url.href);
  expect(failure).toMatchObject({ code: '28P01' });
  expect(isDatabaseUnreachable(failure)).toBe(true);
});

test('a missing socket file means that the database is unreachable, unlike any other missing file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'composable-jobs-test-'));
  try {
    const failure = await failureAt(`postgres://board@/board?host=${folder}`);
    expect(failure).toMatchObject({ code: 'ENOENT' });
    expect(isDatabaseUnreachable(failure)).toBe(true);
  } finally {
    await removeFolder(folder);
  }
  const missing = await mkdtemp(join(folder, 'nothing')).catch((error: unknown) => error);
  expect(missing).toMatchObject({ code: 'ENOENT' });
  expect(isDatabaseUnreachable(missing)).toBe(false);
});

const failing = (syscall: string, code: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { syscall, code });

test.each([
  ['a port without a listener', 'connect', 'ECONNREFUSED'],
  ['a machine that is off', 'connect', 'EHOSTUNREACH'],
  ['a machine that goes off', 'read', 'EHOSTUNREACH'],
  ['a network that is down', 'connect', 'ENETUNREACH'],
  ['a name that cannot be resolved', 'getaddrinfo', 'EAI_AGAIN'],
  ['a local PostgreSQL that restarts', 'connect', 'ENOENT'],
])('the error of %s counts as an unreachable database', (_name, syscall, code) => {
  expect(isDatabaseUnreachable(failing(syscall, code))).toBe(true);
});

test.each([
  ['a missing file', 'open', 'ENOENT'],
  ['a full disk', 'write', 'ENOSPC'],
])('the error of %s does not count as an unreachable database', (_name, syscall, code) => {
  expect(isDatabaseUnreachable(failing(syscall, code))).toBe(false);
});
