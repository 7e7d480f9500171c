import pg from 'pg';
import { StartupError } from '#server/startup-error.ts';
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
 * @throws StartupError where the database cannot be reached.
 */
export async function openConnection({
  connectionString,
  name,
  onConnectionLost,
}: Options): Promise<pg.Client> {
  const connection = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: name,
    // What takes minutes on a network that forgets connections is heard of all the same.
    keepAlive: true,
  });
  // Besides failing the query, a cut is an event, which nobody's hearing would end the process.
  connection.on('error', onConnectionLost);
  try {
    await connection.connect();
    await connection.query(WITHOUT_TIMEOUTS);
  } catch (error) {
    await connection.end();
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartupError(`The database cannot be reached: ${reason}`);
  }
  return connection;
}
