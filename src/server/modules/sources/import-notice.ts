import { sql } from 'drizzle-orm';
import { CHANNEL } from '#server/db/change-listener.ts';
import type { Database } from '#server/db/client.ts';

/** What became of the jobs of a file. */
export type ImportedJobs = { added: number; updated: number; closed: number };

const REFUSED = 'import:refused';

/** Tells all servers that a file was refused, or what was taken in; in a transaction, when that is committed. */
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

/** Undefined where the notice is about something else. */
export function readImportNotice(topic: string): ImportedJobs | 'refused' | undefined {
  if (topic === REFUSED) return 'refused';
  const [, added, updated, closed] = /^import:(\d+):(\d+):(\d+)$/.exec(topic) ?? [];
  if (added === undefined) return undefined;
  return { added: Number(added), updated: Number(updated), closed: Number(closed) };
}
