import { z } from 'zod';
import { MAX_HIDDEN_COMPANIES, MAX_JOB_MARKS, NOTE_LENGTH } from '#shared/limits.ts';
import { companyId, companyParams } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { givenId, id, idParams, nothing, text } from './parameters.ts';

const moment = z.iso.datetime();

const since = (what: string, example: string | null) =>
  moment.nullable().describe(`When the person ${what}; null if they have not.`).meta({ example });

const times = {
  saved: since('saved the job', '2026-11-20T08:15:00.000Z'),
  applied: since('applied, as they say', '2026-11-21T17:40:00.000Z'),
  hidden: since('hid the job', null),
};

const EXAMPLE_NOTE = 'Ask Jana about the team.';

const jobMark = z
  .object({
    job: id,
    ...times,
    note: z.string().meta({ example: EXAMPLE_NOTE }),
  })
  .meta({ id: 'JobMark', description: 'What a person has marked of a job.' });

export type JobMark = z.infer<typeof jobMark>;

const hiddenCompany = z
  .object({
    company: companyId,
    companyname: z.string(),
    hidden: moment.meta({ example: '2026-11-09T12:00:00.000Z' }),
  })
  .meta({ id: 'HiddenCompany' });

export type HiddenCompany = z.infer<typeof hiddenCompany>;

const markList = z
  .object({
    jobs: z.array(jobMark).describe('The last changed first.'),
    companies: z.array(hiddenCompany).describe('The last hidden first.'),
  })
  .meta({ id: 'MarkList' });

export type MarkList = z.infer<typeof markList>;

const editedMark = z
  .object({
    ...times,
    note: text(NOTE_LENGTH).trim().default('').meta({ example: EXAMPLE_NOTE }),
  })
  .meta({ id: 'EditedJobMark' });

export type EditedMark = z.output<typeof editedMark>;

const atMost = (count: number) => `must be at most ${count} entries`;

const addedMarks = z
  .object({
    jobs: z
      .array(editedMark.extend({ job: givenId('job') }), atMost(MAX_JOB_MARKS))
      .max(MAX_JOB_MARKS, atMost(MAX_JOB_MARKS))
      .default([]),
    companies: z
      .array(
        z.object({ company: givenId('company'), hidden: hiddenCompany.shape.hidden }),
        atMost(MAX_HIDDEN_COMPANIES),
      )
      .max(MAX_HIDDEN_COMPANIES, atMost(MAX_HIDDEN_COMPANIES))
      .default([]),
  })
  .meta({ id: 'AddedMarks' });

export type AddedMarks = z.output<typeof addedMarks>;

export const markEndpoints = {
  'GET /api/marks': {
    operationId: 'listMarks',
    summary:
      'Lists the jobs that the caller has saved, applied to, hidden or noted something on, and the companies that they have hidden',
    access: 'authenticated',
    response: markList,
    errors: [401],
  },
  'POST /api/marks': {
    operationId: 'addMarks',
    summary: `Adds the marks of a browser to those of the caller, which stay as they are where both have one, and returns all. A person marks at most ${MAX_JOB_MARKS} jobs and hides ${MAX_HIDDEN_COMPANIES} companies. Unknown jobs and companies are left out`,
    access: 'authenticated',
    body: addedMarks,
    response: markList,
    errors: [400, 401, 409],
  },
  'PUT /api/marks/jobs/:id': {
    operationId: 'markJob',
    summary:
      'Sets what the caller has marked of a job. Without any mark, it is removed. A time in the future becomes the present, and one before the year 2000 its first day',
    access: 'authenticated',
    params: idParams,
    body: editedMark,
    success: 204,
    response: nothing,
    errors: [400, 401, 404, 409],
  },
  'PUT /api/marks/companies/:id': {
    operationId: 'hideCompany',
    summary: 'Hides the jobs of a company from the caller. Nobody else notices',
    access: 'authenticated',
    params: companyParams,
    success: 204,
    response: nothing,
    errors: [401, 404, 409],
  },
  'DELETE /api/marks/companies/:id': {
    operationId: 'showCompany',
    summary: 'Shows the jobs of a hidden company again',
    access: 'authenticated',
    params: companyParams,
    success: 204,
    response: nothing,
    errors: [401],
  },
} satisfies Record<EndpointKey, Endpoint>;
