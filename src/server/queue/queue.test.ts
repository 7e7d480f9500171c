import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { addJob, startQueue } from './queue.ts';

const board = setUpTestBoard();

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: board.databaseUrl });
  await client.connect();
  return client;
}

test.each([
  { outcome: 'succeeded', statement: 'delete from%' },
  { outcome: 'failed', statement: 'update%last_error = (el%' },
])(
  'jobs still run after the database session that stores that a job has $outcome was ended',
  async ({ outcome, statement }) => {
    const ran: string[] = [];
    // These sessions do not count against the connections of the queue, and are not ended.
    const [holder, watcher] = await Promise.all([connect(), connect()]);
    const queue = await startQueue({
      pool: board.pools.general,
      logger: pino({ level: 'silent' }),
      tasks: {
        async work(id) {
          ran.push(id);
          if (ran.length > 1) return;
          await holder.query('begin; select from graphile_worker._private_jobs for update');
          if (outcome === 'failed') throw new Error('The work failed');
        },
      },
    });
    onTestFinished(async () => {
      await Promise.all([holder.end(), watcher.end()]);
      await queue.stop();
    });
    await addJob(drizzle(watcher), { task: 'work', id: `${outcome} first` });
    const endSession = async () => {
      const { rowCount } = await watcher.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
        [statement],
      );
      return rowCount;
    };
    await expect.poll(endSession).toBe(1);
    await holder.query('rollback');
    await addJob(drizzle(watcher), { task: 'work', id: `${outcome} second` });
    await expect.poll(() => ran).toEqual([`${outcome} first`, `${outcome} second`]);
  },
);
