import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/** Roughly how many connections are needed for commands, and for the change listeners of other processes. */
const RESERVED = 2;

/**
 * Checks that the connections that this machine's processes may open do not exceed the limit that PostgreSQL sets for
 * this user. https://www.postgresql.org/docs/current/runtime-config-connection.html#GUC-MAX-CONNECTIONS
 * @returns a warning with figures; undefined if the limit is high enough
 */
export async function checkConnectionLimit(
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
  if (!row || wanted + RESERVED <= row.allowed) return undefined;
  const max = Math.floor((row.allowed - RESERVED) / processes);
  return `The database allows ${row.allowed} connections (${row.used} in use), and this board may open ${wanted} (${processes} × DATABASE_CONNECTIONS=${connections}). Set DATABASE_CONNECTIONS to ${max} or less, or raise max_connections.`;
}
