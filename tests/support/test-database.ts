import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server on which each test file creates its own database. */
    postgresUrl: string;
    /**
     * The name of the template database, which has all migrations and, as its only data, the identity provider's key.
     */
    templateDatabase: string;
  }
}

export type TestDatabase = OpenDatabase & { url: string };

/** Creates a migrated database whose only data is the provider's key. Closing the test database drops it. */
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

/** Creates an empty database, or a copy of a template. */
export function makeDatabase(template = 'template1') {
  return createDatabase(inject('postgresUrl'), template);
}

/**
 * Creates the migrated template database. PostgreSQL copies a template only while nobody is connected to it. The
 * template contains the identity provider's key, because generating a key is slow.
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

/** Opens an existing database in the same way as a server or a command does. */
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
