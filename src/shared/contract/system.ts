import { z } from 'zod';
import { SETUP_CHECKS, SETUP_STEPS } from '#shared/domain/setup.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { count } from './parameters.ts';

const moment = z.iso.datetime();

const taskRun = z.object({
  name: z.string().meta({ example: 'closed_jobs' }),
  succeeded: moment.nullable().describe('When the task last succeeded, to the minute.'),
  failed: moment
    .nullable()
    .describe('When the task last failed, to the minute.')
    .meta({ example: null }),
});

const systemStatus = z
  .object({
    version: z.string().meta({ example: '1.0.0' }),
    database: z.object({
      version: z.string().meta({ example: '18.1' }),
      embedded: z.boolean().meta({ example: true }),
      bytes: count.meta({ example: 184_000_000 }),
      migrations: count
        .describe('The number of migrations that were applied.')
        .meta({ example: 32 }),
      migration: z
        .string()
        .describe('The latest migration that this version knows.')
        .meta({ example: '0031_people' }),
    }),
    disk: z
      .object({
        free: count.meta({ example: 61_000_000_000 }),
        total: count.meta({ example: 100_000_000_000 }),
      })
      .describe('The disk of the data folder (bytes).'),
    uploads: z.enum(['folder', 'bucket']).describe('Where uploaded logos are stored.'),
    mail: z.object({
      sending: z.enum(['on', 'paused', 'restored', 'off']),
      waiting: count.meta({ example: 2 }),
      failed: count.describe(
        'The mails of the last seven days that were not sent, or may not have been sent.',
      ),
    }),
    queue: z.object({
      waiting: count.meta({ example: 2 }),
      failed: count
        .describe('The number of jobs that have failed and are not retried.')
        .meta({ example: 0 }),
    }),
    tasks: z.array(taskRun).describe('The scheduled tasks of all processes.'),
    lastbackup: moment.nullable().describe('When the command `backup` last succeeded.'),
    lastimport: moment
      .nullable()
      .describe('When the command `import` last succeeded.')
      .meta({ example: null }),
    sources: z
      .object({
        count: count
          .describe('The number of sources that are read on schedule.')
          .meta({ example: 48 }),
        lastrun: moment.nullable().describe('When a list was last read.'),
        proposed: count
          .describe('The number of sources that wait for the approval of a site admin.')
          .meta({ example: 0 }),
        asking: count
          .describe('The number of sources that would close many jobs, and wait for an answer.')
          .meta({ example: 0 }),
        failing: count.describe('The number of sources whose latest run failed.'),
        stopped: count
          .describe('The number of sources that are paused because they failed for days.')
          .meta({ example: 0 }),
        restored: count
          .describe('The number of sources that are paused since a restore.')
          .meta({ example: 0 }),
      })
      .describe('The sites from which jobs are imported.'),
    counts: z.object({
      jobs: count.meta({ example: 1_204 }),
      companies: count.meta({ example: 96 }),
      people: count.meta({ example: 310 }),
      siteadmins: count.meta({ example: 2 }),
    }),
    setup: z
      .object({
        step: z.enum(SETUP_STEPS).meta({ example: 'checklist' }),
        checks: z
          .array(z.object({ name: z.enum(SETUP_CHECKS), done: z.boolean() }))
          .describe('What a new board needs, and whether it has it.'),
      })
      .describe('What the board still asks of its first site admin.'),
    warnings: z
      .array(
        z.object({
          problem: z.string().meta({ example: '1 email was not sent in the last seven days.' }),
          advice: z.string().meta({
            example:
              'Read the reasons on the screen Mail, and send them again once the cause is gone.',
          }),
        }),
      )
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
