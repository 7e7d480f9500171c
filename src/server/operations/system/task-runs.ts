import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { task_runs } from '#server/db/operation-tables.ts';

/** The recorded runs with these names are runs of commands. The others are runs of scheduled tasks. */
export const COMMAND_RUNS = ['backup', 'import'] as const;

/** Records that a task or a command has ended. Writes at most once a minute for each name and outcome. */
export async function recordRun(db: Database, name: string, succeeded: boolean): Promise<void> {
  const minute = sql`date_trunc('minute', now())`;
  const column = succeeded ? task_runs.succeeded_at : task_runs.failed_at;
  const values = succeeded ? { succeeded_at: minute } : { failed_at: minute };
  await db
    .insert(task_runs)
    .values({ name, ...values })
    .onConflictDoUpdate({
      target: task_runs.name,
      set: values,
      setWhere: sql`${column} is distinct from ${minute}`,
    });
}
