import pg from 'pg';
import { BOARD, type Cluster, connectionString, MAINTENANCE_DATABASE } from './cluster.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * A connection to the cluster that outlives its own loss: where PostgreSQL goes away under it,
 * `lost` fulfils with the reason, its queries fail, and nothing else happens.
 */
export type Session = {
  /** Asks for one boolean, named `answer`. */
  ask(sql: string, values?: unknown[]): Promise<boolean>;
  run(sql: string): Promise<void>;
  lost: Promise<string>;
  close(): Promise<void>;
};

/** Opens a session; rejects where PostgreSQL does not take one. */
export async function openSession(cluster: Cluster, port: number): Promise<Session> {
  const client = new pg.Client({
    connectionString: connectionString(cluster, port, MAINTENANCE_DATABASE),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: `${BOARD} keeper`,
    keepAlive: true,
  });
  let reason = 'connection closed';
  let isOpen = true;
  // Without a listener the loss of the connection would end the process.
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
    async ask(sql, values = []) {
      const { rows } = await client.query<{ answer: boolean }>(sql, values);
      return rows[0]?.answer === true;
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
