import pg from 'pg';
import { BOARD, type Cluster, connectionString, MAINTENANCE_DATABASE } from './cluster.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * A connection to the cluster. If it breaks, `lost` resolves with the reason and later queries fail; the process is
 * otherwise unaffected.
 */
export type Session = {
  /** Runs a query that returns one boolean column named `result`. */
  queryBoolean(sql: string, values?: unknown[]): Promise<boolean>;
  run(sql: string): Promise<void>;
  lost: Promise<string>;
  close(): Promise<void>;
};

/** Opens a session. Rejects if PostgreSQL refuses it. */
export async function openSession(cluster: Cluster, port: number): Promise<Session> {
  const client = new pg.Client({
    connectionString: connectionString(cluster, port, MAINTENANCE_DATABASE),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: `${BOARD} lease`,
    keepAlive: true,
  });
  let reason = 'connection closed';
  let isOpen = true;
  // Without a listener, a broken connection would end the process.
  client.on('error', (error) => {
    reason = error.message;
  });
  const lost = new Promise<string>((resolve) => {
    client.once('end', () => {
      isOpen = false;
      resolve(reason);
    });
  });
  await client.connect();
  return {
    async queryBoolean(sql, values = []) {
      const { rows } = await client.query<{ result: boolean }>(sql, values);
      return rows[0]?.result === true;
    },
    async run(sql) {
      await client.query(sql);
    },
    lost,
    async close() {
      if (isOpen) await client.end().catch(() => {});
    },
  };
}
