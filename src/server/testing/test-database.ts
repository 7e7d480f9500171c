import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which each test file makes a database of its own. */
    postgresUrl: string;
  }
}

export type TestDatabase = OpenDatabase & { url: string };

/** A migrated, empty database of its own; closing it drops it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await makeDatabase();
  const database = await openDatabaseAt(url, 'command');
  return {
    ...database,
    url,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** A database of its own with nothing in it. */
export async function makeDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = inject('postgresUrl');
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) };
}

/** One that is there, as a server or a command opens it. */
export function openDatabaseAt(
  databaseUrl: string,
  purpose: 'server' | 'command',
): Promise<OpenDatabase> {
  return openDatabase(
    { databaseUrl, dataDir: '' },
    { purpose, log: () => {}, onConnectionLost: () => {} },
  );
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
