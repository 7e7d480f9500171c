import { z } from 'zod';
import { MAX_CHANGED_JOBS } from '#shared/limits.ts';
import { DAYS_OPEN, givenId, id } from './parameters.ts';

/** The actions that one request can apply to many jobs. */
const JOB_ACTIONS = ['close', 'renew', 'reopen', 'delete', 'restore'] as const;

export type JobAction = (typeof JOB_ACTIONS)[number];

const COUNT = `must be 1 to ${MAX_CHANGED_JOBS} ids`;

export const jobChanges = z
  .object({
    action: z
      .enum(JOB_ACTIONS, `must be one of ${JOB_ACTIONS.join(', ')}`)
      .describe(
        `Renewed jobs close in ${DAYS_OPEN}. Reopened jobs keep their closing dates; if these have passed, they are treated as renewed. Deletions can be undone (\`restore\`) for an hour, by those who made them and by site admins. No version is checked, because no edit is lost: the job has the latest edit, no matter who made it.`,
      ),
    ids: z
      .array(givenId('job', { 'x-opaque': true }), COUNT)
      .min(1, COUNT)
      .max(MAX_CHANGED_JOBS, COUNT),
  })
  .meta({ id: 'JobChanges' });

export type JobChanges = z.output<typeof jobChanges>;

const jobChange = z
  .object({
    id,
    status: z
      .int()
      .describe(
        '200 if the job was changed; otherwise the status of the same change in a request of its own.',
      )
      .meta({ example: 200 }),
    detail: z.string().optional().describe('Why the job was not changed.'),
  })
  .meta({ id: 'JobChange', description: 'The result for one of the jobs.' });

export type JobChange = z.infer<typeof jobChange>;

export const jobChangeList = z
  .object({ results: z.array(jobChange).describe('In the order of the ids, each once.') })
  .meta({ id: 'JobChangeList' });
