import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/** Connections that commands and the change listeners of other processes need besides (rough). */
const BESIDES = 2;

/**
 * Compares what the processes of this machine may open with what the database allows this user.
 * https://www.postgresql.org/docs/current/runtime-config-connection.html#GUC-MAX-CONNECTIONS
 * @returns a warning with figures; undefined where there are enough
 */
export async function warnOfConnections(
  db: Pick<Database, 'execute'>,
  { connections, processes }: { connections: number; processes: number },
): Promise<string | undefined> {
  const { rows } = await db.execute<{ allowed: number; used: number }>(sql`
    select (
      select min(allowed)::integer from (
        select sum(case name when 'max_connections' then 1 else -1 end * setting::integer) as allowed
          from pg_settings where name in
            ('max_connections', 'superuser_reserved_connections', 'reserved_connections')
        union all select rolconnlimit from pg_roles where rolname = current_user
        union all select datconnlimit from pg_database where datname = current_database()
      ) as limits where allowed >= 0
    ) as allowed, (
      select count(*)::integer from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()
    ) as used`);
  const [row] = rows;
  const wanted = connections * processes;
  if (!row || wanted + BESIDES <= row.allowed) return undefined;
  const most = Math.floor((row.allowed - BESIDES) / processes);
  return `The database allows ${row.allowed} connections (${row.used} in use), and this board may open ${wanted} (${processes} × DATABASE_CONNECTIONS=${connections}). Set DATABASE_CONNECTIONS to ${most} or less, or raise max_connections.`;
}
