import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { type OpenDatabase, openDatabase } from '#server/db/client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL on which each test file creates its own database. */
    postgresUrl: string;
    /** The template database, with all migrations and only the identity provider's key as data. */
    templateDatabase: string;
  }
}

export type TestDatabase = OpenDatabase & { url: string };

/** Creates a migrated database with only the provider's key as data. Closing it drops it. */
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
 * Creates the migrated template database. Copying it requires that nobody is connected to it. It contains the key of
 * the identity provider, which is slow to generate.
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

/** Opens an existing database as a server or a command does. */
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
