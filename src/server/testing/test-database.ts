import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which each test file makes a database of its own. */
    postgresUrl: string;
    /** Its database that has all migrations, and no rows but the identity provider's key. */
    templateDatabase: string;
  }
}

export type TestDatabase = OpenDatabase & { url: string };

/** A migrated database of its own without rows but the provider's key; closing it drops it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await makeDatabase(inject('templateDatabase'));
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

/** A database of its own with nothing in it, or a copy of a template. */
export function makeDatabase(template = 'template1') {
  return createDatabase(inject('postgresUrl'), template);
}

/**
 * A migrated database for others to be copied from: nobody may be connected to it then. It has the
 * key of the identity provider, which takes long to make.
 */
export async function makeTemplate(server: string) {
  const { name, url, drop } = await createDatabase(server, 'template1');
  const { db, close } = await openDatabaseAt(url, 'command');
  await loadKeys(db);
  await close();
  return { name, drop };
}

async function createDatabase(server: string, template: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => administer(server, `drop database ${name} with (force)`),
  };
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
