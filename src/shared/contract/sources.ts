import { z } from 'zod';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import {
  PAUSE_REASONS,
  type RUN_COUNTS,
  RUN_OUTCOMES,
  SETTING_LENGTH,
  SOURCE_INTERVALS,
  SOURCE_STATES,
} from '#shared/domain/sources.ts';
import {
  COMPANY_NAME_LENGTH,
  RUN_CHANGES_PER_PAGE,
  SOURCE_RUNS_PER_PAGE,
  SOURCES_PER_PAGE,
} from '#shared/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  choice,
  count,
  cursor,
  givenId,
  id,
  idParams,
  next,
  nothing,
  offset,
  queryText,
  singleLine,
  text,
  webAddress,
  wholeNumber,
} from './parameters.ts';

const moment = z.iso.datetime();

const counts = z
  .object({
    added: count,
    changed: count,
    unchanged: count,
    missing: count.describe(
      'Jobs that the list lacks for the first time. They stay open until a later list lacks them too.',
    ),
    closed: count,
    reopened: count,
    reposted: count.describe('Jobs that have come back under another id. They keep their dates.'),
    skipped: count.describe('Entries that are left out.'),
  } satisfies { [Name in (typeof RUN_COUNTS)[number]]: z.ZodType })
  .meta({ id: 'RunCounts', description: 'The numbers of jobs that a run concerns.' });

const skippedEntry = z
  .object({ job: z.string().describe('The id at the source.'), reason: z.string() })
  .meta({ id: 'SkippedEntry' });

const runId = z.string().regex(/^\d+$/);

const run = z
  .object({
    id: runId,
    outcome: z
      .enum(RUN_OUTCOMES)
      .describe(
        '`applied`: the board has the jobs of the list. `unchanged`: the list is the same as before. `asked`: too many jobs would close, so nothing was applied. `interrupted`: its process ended.',
      ),
    started: moment,
    ended: moment.nullable(),
    listed: count.describe('The entries that were read so far.'),
    counts,
    open: count.describe('The open jobs of the source before the run.'),
    requests: count,
    bytes: count.describe('Received bytes.'),
    error: z
      .string()
      .describe('Why the run failed, or what a person must decide; otherwise empty.'),
    skipped: z.array(skippedEntry).describe('Some of the entries that are left out.'),
    changes: z.boolean().describe('Whether the run has changed jobs, so that it can be undone.'),
  })
  .meta({ id: 'SourceRun', description: 'One reading of a source.' });

export type SourceRun = z.infer<typeof run>;

const settings = z
  .record(z.string().regex(/^[a-z]{1,30}$/), z.string().max(SETTING_LENGTH))
  .describe('What the system needs to know about this source, such as names of XML elements.');

const setting = z
  .object({
    name: z.string(),
    label: z.string(),
    usual: z.string().describe('What the system uses while the setting is empty.'),
  })
  .meta({ id: 'SourceSetting', description: 'A setting that a source of this system may have.' });

export type SourceSetting = z.infer<typeof setting>;

const source = z
  .object({
    id,
    company: z.object({ id, name: z.string() }),
    system: z.string().describe('The id of the system, such as `greenhouse`.'),
    systemname: z.string(),
    tenant: z.string().describe('The customer’s name in the system’s URLs, or the URL of a feed.'),
    url: z.string().describe('The page on which people see the jobs of the source.'),
    settings,
    settable: z.array(setting),
    state: z
      .enum(SOURCE_STATES)
      .describe(
        '`proposed`: it waits for the approval of a site admin. `asking`: its latest run would have closed so many jobs that it waits for an answer.',
      ),
    pausedby: z.enum(PAUSE_REASONS).nullable().describe('Null unless it is paused.'),
    interval: z.int().positive().describe('How often the source is read (minutes).'),
    nextrun: moment.nullable().describe('When the source is read next; null if it is not read.'),
    confirmed: moment.nullable().describe('When the latest complete list of the source was read.'),
    failures: count.describe('The number of failed runs in a row.'),
    jobs: count.describe('Its open jobs.'),
    lastrun: run.nullable(),
    version: z.int().positive(),
    created: moment,
  })
  .meta({ id: 'Source', description: 'A site from which jobs are imported on a schedule.' });

export type Source = z.infer<typeof source>;

const sample = z
  .object({
    title: z.string(),
    location: z.string(),
    type: z.string(),
    pay: z.string().describe('The pay as lists of jobs show it; empty if the source states none.'),
    url: z.string().describe('Where people apply; empty if the source states none.'),
  })
  .meta({ id: 'PreviewedJob' });

const foundSource = z
  .object({ system: z.string(), systemname: z.string(), tenant: z.string(), url: z.string() })
  .meta({ id: 'FoundSource' });

const previewResult = z
  .object({
    found: foundSource.nullable().describe('The source at the address; null if there is none.'),
    others: z.array(foundSource).describe('Other sources that the page names.'),
    existing: id.nullable().describe('The id of the source if the board has it already.'),
    company: z.string().describe('The name of the company; empty if the source does not state it.'),
    proven: z
      .boolean()
      .describe('Whether the address is a page at the proven domain of the company.'),
    jobs: count.describe('The number of entries in its list.'),
    complete: z.boolean().describe('Whether the list has all jobs of the source.'),
    samples: z.array(sample),
    checked: count.describe(
      'The number of jobs that were read in full: the new and changed ones, but at most five if the details of each job take a request.',
    ),
    lacking: z
      .object({
        description: count,
        location: count,
        pay: count,
        employment: count,
        applyurl: count,
      })
      .describe('For each fact, the number of checked jobs that do not state it.'),
    counts,
    duplicates: count.describe(
      'The number of jobs in the list that the company seems to have already, from another source or a person.',
    ),
    skipped: z.array(skippedEntry),
    error: z.string().describe('Why the source cannot be read; otherwise empty.'),
  })
  .meta({ id: 'SourcePreviewResult', description: 'What a first run would do.' });

export type PreviewResult = z.infer<typeof previewResult>;

const preview = z
  .object({
    id,
    url: z.string(),
    listed: count.describe('The entries that were read so far.'),
    result: previewResult.nullable().describe('Null until it is finished.'),
    settable: z.array(setting).describe('The settings that the found source may have.'),
  })
  .meta({ id: 'SourcePreview' });

export type SourcePreview = z.infer<typeof preview>;

const fieldName = z.string().describe('The field of the job, as in the API.');

const runChange = z
  .object({
    action: z.enum(['added', 'changed', 'closed', 'reopened']),
    job: z.object({ id, title: z.string() }),
    fields: z
      .array(z.object({ field: fieldName, before: z.string(), after: z.string() }))
      .describe('The fields that differ, as text.'),
  })
  .meta({ id: 'RunChange', description: 'What a run has changed of a job.' });

export type RunChange = z.infer<typeof runChange>;

const lockedField = z
  .object({
    job: z.object({ id, title: z.string() }),
    field: fieldName,
    value: z.string().describe('The value that a person has entered.'),
    stated: z
      .string()
      .nullable()
      .describe('The value at the source; null before the next run that reads the job.'),
  })
  .meta({ id: 'LockedField', description: 'A field that runs do not change.' });

export type LockedField = z.infer<typeof lockedField>;

const linkedJob = z.object({
  id,
  title: z.string(),
  location: z.string(),
  date: moment,
  origin: z
    .string()
    .describe(
      'The system from which the job comes, such as “Greenhouse”; empty if a person has posted it.',
    ),
});

const duplicate = z
  .object({
    job: linkedJob,
    other: linkedJob,
  })
  .meta({ id: 'DuplicateJobs', description: 'Two jobs that seem to be the same one.' });

export type DuplicateJobs = z.infer<typeof duplicate>;

const changes = { params: idParams, etag: 'checked' } as const;

const ERRORS = [400, 401, 403, 404, 409];

export const sourceEndpoints = {
  'GET /api/sources': {
    operationId: 'listSources',
    summary:
      'Lists sources, those that need attention first: all for a site admin, or those of the caller’s company',
    access: JOB_ADMINS,
    query: z.object({
      q: queryText().describe('A part of the company’s name, of the system or of the tenant.'),
      state: choice([...SOURCE_STATES, 'failing'] as const).describe(
        '`failing`: its latest run has failed.',
      ),
      company: queryText().describe('The id of a company.'),
      limit: wholeNumber(SOURCES_PER_PAGE),
      cursor: cursor(),
    }),
    response: z
      .object({ results: z.array(source), next, offset, total: count })
      .meta({ id: 'SourceList' }),
    errors: [400, 401, 403],
  },
  'POST /api/source-previews': {
    operationId: 'previewSource',
    summary:
      'Looks at an address: a career page, a board, a feed, or one job. It answers at once; read the preview until it has a `result`',
    access: JOB_ADMINS,
    rateLimit: 'preview',
    body: z
      .object({
        url: webAddress.describe('An address on the web, with https://'),
        company: givenId('company')
          .optional()
          .describe('The company that gets the jobs; absent for a new company.'),
        settings: settings.optional(),
      })
      .meta({ id: 'NewSourcePreview' }),
    success: 201,
    response: preview,
    errors: [400, 401, 403, 429],
  },
  'GET /api/source-previews/:id': {
    operationId: 'getSourcePreview',
    summary: 'Returns a preview. It exists for a day',
    access: JOB_ADMINS,
    params: idParams,
    response: preview,
    errors: [401, 403, 404],
  },
  'POST /api/sources': {
    operationId: 'createSource',
    summary:
      'Saves the source of a finished preview. The source of a company admin is read once a site admin approves it, unless the preview has proven it',
    access: JOB_ADMINS,
    invalidates: ['companies'],
    body: z
      .object({
        preview: givenId('preview'),
        interval: z
          .int('must be a number of minutes')
          .min(SOURCE_INTERVALS.min, `must be at least ${SOURCE_INTERVALS.min}`)
          .max(SOURCE_INTERVALS.max, `must be at most ${SOURCE_INTERVALS.max}`)
          .default(SOURCE_INTERVALS.default),
        companyname: singleLine(COMPANY_NAME_LENGTH)
          .optional()
          .describe('The name of a new company, if the preview has no company. Only site admins.'),
      })
      .meta({ id: 'NewSource' }),
    idempotent: true,
    success: 201,
    etag: 'returned',
    response: source,
    errors: ERRORS,
  },
  'GET /api/sources/:id': {
    operationId: 'getSource',
    summary: 'Returns a source of the caller’s company, or any for a site admin',
    access: JOB_ADMINS,
    params: idParams,
    etag: 'returned',
    response: source,
    errors: [401, 403, 404],
  },
  'PUT /api/sources/:id': {
    operationId: 'updateSource',
    summary: 'Changes how often a source is read, and its settings',
    access: JOB_ADMINS,
    ...changes,
    body: z
      .object({
        interval: z
          .int('must be a number of minutes')
          .min(SOURCE_INTERVALS.min, `must be at least ${SOURCE_INTERVALS.min}`)
          .max(SOURCE_INTERVALS.max, `must be at most ${SOURCE_INTERVALS.max}`),
        settings,
      })
      .meta({ id: 'SourceChange' }),
    response: source,
    errors: [...ERRORS, 412],
  },
  'DELETE /api/sources/:id': {
    operationId: 'deleteSource',
    summary: 'Removes a source. Its jobs stay as they are',
    access: JOB_ADMINS,
    ...changes,
    success: 204,
    response: nothing,
    errors: [...ERRORS, 412],
  },
  'POST /api/sources/:id/run': {
    operationId: 'runSource',
    summary:
      'Reads a source as soon as possible. With `close`, the run may close any number of jobs',
    access: JOB_ADMINS,
    params: idParams,
    body: z.object({ close: z.boolean().default(false) }).meta({ id: 'SourceRunRequest' }),
    response: source,
    errors: ERRORS,
  },
  'POST /api/sources/:id/pause': {
    operationId: 'pauseSource',
    summary: 'Stops reading a source until it is resumed',
    access: JOB_ADMINS,
    params: idParams,
    response: source,
    errors: ERRORS,
  },
  'POST /api/sources/:id/resume': {
    operationId: 'resumeSource',
    summary: 'Reads a paused source again. A site admin also approves a proposed one',
    access: JOB_ADMINS,
    params: idParams,
    response: source,
    errors: ERRORS,
  },
  'GET /api/sources/:id/runs': {
    operationId: 'listSourceRuns',
    summary: 'Lists the runs of a source, the newest first',
    access: JOB_ADMINS,
    params: idParams,
    query: z.object({ limit: wholeNumber(SOURCE_RUNS_PER_PAGE), cursor: cursor() }),
    response: z.object({ results: z.array(run), next, offset }).meta({ id: 'SourceRunList' }),
    errors: [400, 401, 403, 404],
  },
  'GET /api/source-runs/:id/changes': {
    operationId: 'listRunChanges',
    summary: 'Lists what a run has changed, job by job',
    access: JOB_ADMINS,
    params: idParams,
    query: z.object({ limit: wholeNumber(RUN_CHANGES_PER_PAGE), cursor: cursor() }),
    response: z.object({ results: z.array(runChange), next, offset }).meta({ id: 'RunChangeList' }),
    errors: [400, 401, 403, 404],
  },
  'POST /api/source-runs/:id/undo': {
    operationId: 'undoSourceRun',
    summary:
      'Undoes what the latest run of a source has changed, except what people have changed since, and pauses the source',
    access: JOB_ADMINS,
    invalidates: ['jobs', 'companies'],
    params: idParams,
    response: z
      .object({
        undone: count.describe('Jobs that are again as they were before the run.'),
        retained: count.describe('Jobs that people have changed since, which stay as they are.'),
      })
      .meta({ id: 'UndoneRun' }),
    errors: ERRORS,
  },
  'GET /api/sources/:id/locks': {
    operationId: 'listLockedFields',
    summary:
      'Lists the fields of open jobs that people have edited, so that runs do not change them; at most 500',
    access: JOB_ADMINS,
    params: idParams,
    response: z.object({ results: z.array(lockedField) }).meta({ id: 'LockedFieldList' }),
    errors: [401, 403, 404],
  },
  'POST /api/jobs/:id/unlock': {
    operationId: 'unlockField',
    summary:
      'Gives an edited field of an imported job the value at its source, and lets runs change it again',
    access: JOB_ADMINS,
    invalidates: ['jobs'],
    params: idParams,
    body: z.object({ field: text(30) }).meta({ id: 'Unlock' }),
    success: 204,
    response: nothing,
    errors: [...ERRORS, 410],
  },
  'GET /api/sources/:id/duplicates': {
    operationId: 'listDuplicateJobs',
    summary:
      'Lists open jobs of a source that the company seems to have from elsewhere too; at most 100',
    access: JOB_ADMINS,
    params: idParams,
    response: z.object({ results: z.array(duplicate) }).meta({ id: 'DuplicateJobsList' }),
    errors: [401, 403, 404],
  },
  'POST /api/jobs/:id/merge': {
    operationId: 'mergeJob',
    summary:
      'Merges a job into another one of its company: one remains, with its dates, and the other’s address redirects to it',
    access: JOB_ADMINS,
    invalidates: ['jobs'],
    params: idParams,
    body: z.object({ into: givenId('job') }).meta({ id: 'JobMerge' }),
    success: 204,
    response: nothing,
    errors: ERRORS,
  },
  'POST /api/jobs/:id/distinguish': {
    operationId: 'distinguishJobs',
    summary: 'Says that two jobs are different, so that their merge is no longer offered',
    access: JOB_ADMINS,
    params: idParams,
    body: z.object({ other: givenId('job') }).meta({ id: 'DistinctJobs' }),
    success: 204,
    response: nothing,
    errors: ERRORS,
  },
  'GET /api/jobs/:id/source': {
    operationId: 'getJobSource',
    summary: 'Returns when the source of an imported job was last seen to list it',
    access: 'public',
    params: idParams,
    response: z
      .object({
        confirmed: moment
          .nullable()
          .describe(
            'When the employer’s site last listed the job; null if no source is read on a schedule for it.',
          ),
        firstseen: moment
          .nullable()
          .describe('When the employer’s site first listed the job; null if it is not known.'),
        reposts: count.describe('How often the employer has posted the job again since.'),
      })
      .meta({ id: 'JobSource' }),
    errors: [404],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
