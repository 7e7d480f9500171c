import pg from 'pg';
import { StartupError } from '#server/platform/errors.ts';
import { CONNECT_TIMEOUT } from './pools.ts';

/**
 * Disables all timeouts that the settings of the role or the database may contain. `transaction_timeout` exists since
 * PostgreSQL 17. https://www.postgresql.org/docs/current/runtime-config-client.html
 */
const WITHOUT_TIMEOUTS = `select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

type Options = {
  connectionString: string | undefined;
  /** The connection's name in `pg_stat_activity`. */
  name: string;
  onConnectionLost: (error: Error) => void;
};

/**
 * Opens a connection for work that takes longer than any request and needs a single session.
 * @throws StartupError if the database is unreachable or its encoding is unsuitable
 */
export async function openConnection({
  connectionString,
  name,
  onConnectionLost,
}: Options): Promise<pg.Client> {
  let connection: pg.Client | undefined;
  try {
    // The constructor throws if it cannot read a file that the URL names (`sslrootcert`).
    connection = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      application_name: name,
      // TCP keep-alive detects a dropped connection during statements that run for minutes.
      keepAlive: true,
    });
    // Without this listener, a broken connection would end the process.
    connection.on('error', onConnectionLost);
    await connection.connect();
    await connection.query(WITHOUT_TIMEOUTS);
    await refuseOtherEncodings(connection);
    return connection;
  } catch (error) {
    await connection?.end();
    if (error instanceof StartupError) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartupError(`The database is unreachable: ${reason}`);
  }
}

/**
 * Refuses encodings other than UTF-8. They cannot store every character, and search does not work correctly in them.
 */
async function refuseOtherEncodings(connection: pg.Client): Promise<void> {
  const { rows } = await connection.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8') {
    throw new StartupError(
      `The database is encoded in ${encoding}; the board needs UTF8. Create one with encoding UTF8.`,
    );
  }
}
