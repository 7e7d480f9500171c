import pg from 'pg';
import { StartupError } from '#server/platform/errors.ts';
import { CONNECT_TIMEOUT } from './pools.ts';

/**
 * Whatever the role's or the database's settings say, nothing ends what takes long. The last of them is PostgreSQL 17's.
 * https://www.postgresql.org/docs/current/runtime-config-client.html
 */
const WITHOUT_TIMEOUTS = `select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

type Options = {
  connectionString: string | undefined;
  /** What it is called in PostgreSQL's own lists. */
  name: string;
  onConnectionLost: (error: Error) => void;
};

/**
 * One connection, for what takes longer than any request and goes on in one session.
 * @throws StartupError where the database cannot be reached, or is none that could hold a board.
 */
export async function openConnection({
  connectionString,
  name,
  onConnectionLost,
}: Options): Promise<pg.Client> {
  let connection: pg.Client | undefined;
  try {
    // It reads the files that the address names (`sslrootcert`).
    connection = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      application_name: name,
      // What takes minutes on a network that forgets connections is heard of all the same.
      keepAlive: true,
    });
    // Besides failing the query, a cut is an event, which nobody's hearing would end the process.
    connection.on('error', onConnectionLost);
    await connection.connect();
    await connection.query(WITHOUT_TIMEOUTS);
    await refuseOtherEncodings(connection);
    return connection;
  } catch (error) {
    await connection?.end();
    if (error instanceof StartupError) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartupError(`The database cannot be reached: ${reason}`);
  }
}

/** In any other, some of what people write has no place, and what has one is not searched as it should be. */
async function refuseOtherEncodings(connection: pg.Client): Promise<void> {
  const { rows } = await connection.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8') {
    throw new StartupError(`The database is encoded in ${encoding}; the board needs UTF8.`);
  }
}
