import pg from 'pg';
import type { Config } from '#server/config.ts';
import { StartupError } from '#server/startup-error.ts';
import { openEmbeddedPostgres } from './embedded-postgres/open-embedded-postgres.ts';
import { APPLICATION_NAME, CONNECT_TIMEOUT } from './pools.ts';

/**
 * What pg_dump sets too: nothing ends what takes long, values are written the same way whatever the
 * database's settings, and rows come in the order in which they lie. https://www.postgresql.org/docs/current/runtime-config-client.html
 */
const SESSION = `
  set statement_timeout = 0;
  set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set client_encoding = 'UTF8';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set extra_float_digits = 3;
  set bytea_output = 'hex';
  set synchronize_seqscans = off;
`;

export type UnmigratedDatabase = {
  /** The one connection to it. */
  client: pg.Client;
  /** Ends what is going on there too. */
  close(): Promise<void>;
};

type Options = { log: (message: string) => void; onConnectionLost: (error: Error) => void };

/**
 * Opens the board's database for a command, as it is: no migration is applied.
 * @throws StartupError where it cannot be reached.
 */
export async function openUnmigrated(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { log, onConnectionLost }: Options,
): Promise<UnmigratedDatabase> {
  const embedded = config.databaseUrl
    ? undefined
    : await openEmbeddedPostgres({ dataDir: config.dataDir, purpose: 'command', log });
  const client = new pg.Client({
    connectionString: embedded?.connectionString ?? config.databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: `${APPLICATION_NAME}-backup`,
    keepAlive: true,
  });
  // Besides failing the query, a cut is an event, which nobody's hearing would end the process.
  client.on('error', onConnectionLost);
  const close = async () => {
    await client.end();
    await embedded?.release();
  };
  try {
    await client.connect().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message || error.name : String(error);
      throw new StartupError(`The database cannot be reached: ${reason}`);
    });
    await client.query(SESSION);
  } catch (error) {
    await close();
    throw error;
  }
  return { client, close };
}
