import pg from 'pg';
import { expect, test } from 'vitest';
import { findPrograms, startSystemPostgres } from '#tests/support/replicated-postgres.ts';
import { openDatabaseAt } from '#tests/support/test-database.ts';
import { statement } from './statements.ts';

const programs = findPrograms();

/** What a superuser may do beyond the board's database. */
const FORBIDDEN = [
  "copy (select 1) to program 'true'",
  "select pg_read_file('/etc/passwd')",
  'select rolpassword from pg_authid',
  "alter system set log_statement = 'all'",
  'create role another superuser',
  'create database another',
];

test.skipIf(!programs)(statement(59), async () => {
  const { primary, close } = await startSystemPostgres(programs ?? '');
  /** Signs in over the network with the board's password. */
  const ask = async (user: string, statement: string) => {
    const url = new URL(primary.url);
    url.username = user;
    const client = new pg.Client({ connectionString: url.href });
    try {
      await client.connect();
      return await client.query(statement);
    } finally {
      await client.end();
    }
  };
  try {
    // The role can apply all migrations, including the extension.
    await (await openDatabaseAt(primary.url, 'server')).close();
    for (const statement of FORBIDDEN) {
      await expect(ask('board', statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    // The superuser has no password, so nobody can sign in from another container.
    await expect(ask('postgres', 'select')).rejects.toMatchObject({ code: '28P01' });
  } finally {
    await close();
  }
});
