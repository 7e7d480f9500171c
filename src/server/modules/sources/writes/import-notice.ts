import { sql } from 'drizzle-orm';
import { CHANNEL } from '#server/db/change-listener.ts';
import type { Database } from '#server/db/client.ts';

/** The number of jobs that one file added, updated and closed. */
export type ImportedJobs = { added: number; updated: number; closed: number };

const REFUSED = 'import:refused';

/** Notifies all servers of the outcome of a file. In a transaction, PostgreSQL delivers the notification on commit. */
export async function notifyImport(
  db: Pick<Database, 'execute'>,
  outcome: ImportedJobs | 'refused',
): Promise<void> {
  const notice =
    outcome === 'refused'
      ? REFUSED
      : `import:${outcome.added}:${outcome.updated}:${outcome.closed}`;
  await db.execute(sql`select pg_notify(${CHANNEL}, ${notice})`);
}

/** Reads the notification of an import. Returns undefined for any other topic. */
export function readImportNotice(topic: string): ImportedJobs | 'refused' | undefined {
  if (topic === REFUSED) return 'refused';
  const [, added, updated, closed] = /^import:(\d+):(\d+):(\d+)$/.exec(topic) ?? [];
  if (added === undefined) return undefined;
  return { added: Number(added), updated: Number(updated), closed: Number(closed) };
}
