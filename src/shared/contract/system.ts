import { z } from 'zod';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { count } from './parameters.ts';

const moment = z.iso.datetime();

const taskRun = z.object({
  name: z.string(),
  succeeded: moment.nullable().describe('When the task last succeeded, to the minute.'),
  failed: moment.nullable().describe('When the task last failed, to the minute.'),
});

const systemStatus = z
  .object({
    version: z.string(),
    database: z.object({
      version: z.string(),
      embedded: z.boolean(),
      bytes: count,
      migrations: count.describe('The number of migrations that were applied.'),
      migration: z.string().describe('The latest migration that this version knows.'),
    }),
    disk: z.object({ free: count, total: count }).describe('The disk of the data folder (bytes).'),
    uploads: z.enum(['folder', 'bucket']).describe('Where uploaded logos are stored.'),
    mail: z.object({
      sending: z.enum(['on', 'paused', 'restored', 'off']),
      waiting: count,
      failed: count.describe(
        'The mails of the last seven days that were not sent, or may not have been sent.',
      ),
    }),
    queue: z.object({
      waiting: count,
      failed: count.describe('The number of jobs that have failed and are not retried.'),
    }),
    tasks: z.array(taskRun).describe('The scheduled tasks of all processes.'),
    lastbackup: moment.nullable().describe('When the command `backup` last succeeded.'),
    lastimport: moment.nullable().describe('When the command `import` last succeeded.'),
    sources: z
      .object({
        count: count.describe('The number of sources that are read on schedule.'),
        lastrun: moment.nullable().describe('When a list was last read.'),
        proposed: count.describe(
          'The number of sources that wait for the approval of a site admin.',
        ),
        asking: count.describe(
          'The number of sources that would close many jobs, and wait for an answer.',
        ),
        failing: count.describe('The number of sources whose latest run failed.'),
        stopped: count.describe(
          'The number of sources that are paused because they failed for days.',
        ),
        restored: count.describe('The number of sources that are paused since a restore.'),
      })
      .describe('The sites from which jobs are imported.'),
    counts: z.object({ jobs: count, companies: count, people: count, siteadmins: count }),
    warnings: z
      .array(z.object({ problem: z.string(), advice: z.string() }))
      .describe('What needs attention, and what to do about it.'),
  })
  .meta({ id: 'SystemStatus' });

export type SystemStatus = z.infer<typeof systemStatus>;

export const systemEndpoints = {
  'GET /api/admin/system': {
    operationId: 'getSystemStatus',
    summary: 'Returns the state of the board: its database, disk, mails and tasks, and what to do',
    access: ['siteadmin'],
    response: systemStatus,
    errors: [401, 403],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
