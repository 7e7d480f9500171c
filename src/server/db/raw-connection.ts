import type pg from 'pg';
import type { Config } from '#server/platform/config/config.ts';
import { openEmbeddedPostgres } from './embedded-postgres/open-embedded-postgres.ts';
import { openConnection } from './open-connection.ts';
import { APPLICATION_NAME } from './pools.ts';

/**
 * The session settings of pg_dump. With them, the text format of values does not depend on the settings of the
 * database, and rows are returned in physical order. https://www.postgresql.org/docs/current/runtime-config-client.html
 */
const SESSION = `
  set client_encoding = 'UTF8';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set extra_float_digits = 3;
  set bytea_output = 'hex';
  set synchronize_seqscans = off;
`;

export type RawConnection = {
  /** The client of this single connection. */
  client: pg.Client;
  /** Closes the connection, which also ends a running statement. */
  close(): Promise<void>;
};

type Options = { log: (message: string) => void; onConnectionLost: (error: Error) => void };

/**
 * Opens the board's database for a command without applying migrations.
 * @throws StartupError if the database is unreachable.
 */
export async function openRawConnection(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { log, onConnectionLost }: Options,
): Promise<RawConnection> {
  const embedded = config.databaseUrl
    ? undefined
    : await openEmbeddedPostgres({ dataDir: config.dataDir, purpose: 'command', log });
  let client: pg.Client | undefined;
  const close = async () => {
    await client?.end();
    await embedded?.release();
  };
  try {
    client = await openConnection({
      connectionString: embedded?.connectionString ?? config.databaseUrl,
      name: `${APPLICATION_NAME}-backup`,
      onConnectionLost,
    });
    await client.query(SESSION);
    return { client, close };
  } catch (error) {
    await close();
    throw error;
  }
}
