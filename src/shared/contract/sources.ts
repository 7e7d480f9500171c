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
import { COMPANY_NAME_LENGTH } from '#shared/limits.ts';
import {
  RUN_CHANGES_PER_PAGE,
  SOURCE_RUNS_PER_PAGE,
  SOURCES_PER_PAGE,
} from '#shared/page-sizes.ts';
import { companyId, EXAMPLE_COMPANY_ID } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  choice,
  count,
  cursor,
  givenId,
  id,
  idParams,
  idParamsOf,
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

const EXAMPLE_SOURCE_ID = '01a3f6c2-7d10-7c55-8a3e-2b9d4e6f8a01';
const EXAMPLE_PREVIEW_ID = '01a3f6c1-2b44-7e0a-9c11-5d7f9a1b3c20';
const EXAMPLE_RUN_ID = '812';

/** In the examples, the posting that seems to be the same job as another one. */
const EXAMPLE_OTHER_JOB_ID = '01a3f6d0-5a01-7f3b-8e2c-7a9b1c3d5e70';

const EXAMPLE_BOARD = 'https://job-boards.greenhouse.io/harbourlooms';

const EXAMPLE_CAREERS = 'https://harbour-looms.example/careers';

const counts = z
  .object({
    added: count.meta({ example: 2 }),
    changed: count,
    unchanged: count.meta({ example: 44 }),
    missing: count
      .describe(
        'Jobs that the list lacks for the first time. They stay open until a later list lacks them too.',
      )
      .meta({ example: 0 }),
    closed: count,
    reopened: count.meta({ example: 0 }),
    reposted: count
      .describe('Jobs that have come back under another id. They keep their dates.')
      .meta({ example: 0 }),
    skipped: count.describe('Entries that are left out.'),
  } satisfies { [Name in (typeof RUN_COUNTS)[number]]: z.ZodType })
  .meta({ id: 'RunCounts', description: 'The numbers of jobs that a run concerns.' });

const skippedEntry = z
  .object({
    job: z.string().describe('The id at the source.').meta({ example: '4011' }),
    reason: z.string().meta({ example: 'it has no title' }),
    isAdded: z
      .boolean()
      .optional()
      .describe('Whether the job was added nevertheless, and the reason is only a remark.')
      .meta({ example: false }),
  })
  .meta({ id: 'SkippedEntry' });

const runId = z.string().regex(/^\d+$/).meta({ example: EXAMPLE_RUN_ID });

const run = z
  .object({
    id: runId,
    outcome: z
      .enum(RUN_OUTCOMES)
      .describe(
        '`applied`: the board has the jobs of the list. `unchanged`: the list is the same as before. `asked`: too many jobs would close, so nothing was applied. `interrupted`: its process ended.',
      )
      .meta({ example: 'applied' }),
    started: moment,
    ended: moment.nullable().meta({ example: '2026-11-20T09:30:04.000Z' }),
    listed: count.describe('The entries that were read so far.').meta({ example: 48 }),
    counts,
    open: count.describe('The open jobs of the source before the run.').meta({ example: 47 }),
    requests: count,
    bytes: count.describe('Received bytes.').meta({ example: 91_400 }),
    error: z
      .string()
      .describe('Why the run failed, or what a person must decide; otherwise empty.'),
    skipped: z
      .array(skippedEntry)
      .describe('Some of the entries that are left out, and remarks about jobs that were added.'),
    changes: z
      .boolean()
      .describe('Whether the run has changed jobs, so that it can be undone.')
      .meta({ example: true }),
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
    id: id.meta({ example: EXAMPLE_SOURCE_ID }),
    company: z.object({ id: companyId, name: z.string() }),
    system: z
      .string()
      .describe('The id of the system, such as `greenhouse`.')
      .meta({ example: 'greenhouse' }),
    systemname: z.string().meta({ example: 'Greenhouse' }),
    tenant: z
      .string()
      .describe('The customer’s name in the system’s URLs, or the URL of a feed.')
      .meta({ example: 'harbourlooms' }),
    url: z
      .string()
      .describe('The page on which people see the jobs of the source.')
      .meta({ example: EXAMPLE_BOARD }),
    settings,
    settable: z.array(setting).meta({ example: [] }),
    state: z
      .enum(SOURCE_STATES)
      .describe(
        '`proposed`: it waits for the approval of a site admin. `asking`: its latest run would have closed so many jobs that it waits for an answer.',
      )
      .meta({ example: 'active' }),
    pausedby: z
      .enum(PAUSE_REASONS)
      .nullable()
      .describe('Null unless it is paused.')
      .meta({ example: null }),
    interval: z
      .int()
      .positive()
      .describe('How often the source is read (minutes).')
      .meta({ example: 360 }),
    nextrun: moment
      .nullable()
      .describe('When the source is read next; null if it is not read.')
      .meta({ example: '2026-11-20T15:30:00.000Z' }),
    confirmed: moment.nullable().describe('When the latest complete list of the source was read.'),
    failures: count.describe('The number of failed runs in a row.').meta({ example: 0 }),
    jobs: count.describe('Its open jobs.').meta({ example: 48 }),
    lastrun: run.nullable(),
    version: z.int().positive(),
    created: moment.meta({ example: '2026-11-01T08:00:00.000Z' }),
  })
  .meta({ id: 'Source', description: 'A site from which jobs are imported on a schedule.' });

export type Source = z.infer<typeof source>;

const sample = z
  .object({
    title: z.string(),
    location: z.string(),
    type: z.string().meta({ example: 'Full-Time' }),
    pay: z.string().describe('The pay as lists of jobs show it; empty if the source states none.'),
    url: z
      .string()
      .describe('Where people apply; empty if the source states none.')
      .meta({ example: `${EXAMPLE_BOARD}/jobs/4012` }),
  })
  .meta({ id: 'PreviewedJob' });

const foundSource = z
  .object({
    system: z.string().meta({ example: 'greenhouse' }),
    systemname: z.string().meta({ example: 'Greenhouse' }),
    tenant: z.string().meta({ example: 'harbourlooms' }),
    url: z.string().meta({ example: EXAMPLE_BOARD }),
  })
  .meta({ id: 'FoundSource' });

const previewResult = z
  .object({
    found: foundSource.nullable().describe('The source at the address; null if there is none.'),
    others: z
      .array(foundSource)
      .describe('Other sources that the page names.')
      .meta({ example: [] }),
    existing: id
      .nullable()
      .describe('The id of the source if the board has it already.')
      .meta({ example: null }),
    company: z
      .string()
      .describe('The name of the company; empty if the source does not state it.')
      .meta({ example: 'Harbour Looms' }),
    proven: z
      .boolean()
      .describe('Whether the address is a page at the proven domain of the company.'),
    jobs: count.describe('The number of entries in its list.').meta({ example: 48 }),
    complete: z
      .boolean()
      .describe('Whether the list has all jobs of the source.')
      .meta({ example: true }),
    samples: z.array(sample),
    checked: count
      .describe(
        'The number of jobs that were read in full: the new and changed ones, but at most five if the details of each job take a request.',
      )
      .meta({ example: 48 }),
    lacking: z
      .object({
        description: count,
        location: count,
        pay: count,
        employment: count,
        applyurl: count,
      })
      .describe('For each fact, the number of checked jobs that do not state it.')
      .meta({ example: { description: 0, location: 0, pay: 41, employment: 48, applyurl: 0 } }),
    counts: counts.meta({
      example: {
        ...{ added: 47, changed: 0, unchanged: 0, missing: 0 },
        ...{ closed: 0, reopened: 0, reposted: 0, skipped: 1 },
      },
    }),
    duplicates: count
      .describe(
        'The number of jobs in the list that the company seems to have already, from another source or a person.',
      )
      .meta({ example: 0 }),
    skipped: z.array(skippedEntry),
    error: z.string().describe('Why the source cannot be read; otherwise empty.'),
  })
  .meta({ id: 'SourcePreviewResult', description: 'What a first run would do.' });

export type PreviewResult = z.infer<typeof previewResult>;

const preview = z
  .object({
    id: id.meta({ example: EXAMPLE_PREVIEW_ID }),
    url: z.string().meta({ example: EXAMPLE_CAREERS }),
    listed: count.describe('The entries that were read so far.').meta({ example: 48 }),
    result: previewResult.nullable().describe('Null until it is finished.'),
    settable: z
      .array(setting)
      .describe('The settings that the found source may have.')
      .meta({ example: [] }),
  })
  .meta({ id: 'SourcePreview' });

export type SourcePreview = z.infer<typeof preview>;

const fieldName = z
  .string()
  .describe('The field of the job, as in the API.')
  .meta({ example: 'location' });

const runChange = z
  .object({
    action: z
      .enum(['added', 'changed', 'closed', 'reopened', 'reposted'])
      .describe('`reposted`: the job has a new id at the source; its fields may have changed, too.')
      .meta({ example: 'changed' }),
    job: z.object({ id, title: z.string() }),
    fields: z
      .array(
        z.object({
          field: fieldName,
          before: z.string().meta({ example: 'Porto' }),
          after: z.string().meta({ example: 'Lisbon' }),
        }),
      )
      .describe('The fields that differ, as text.'),
  })
  .meta({ id: 'RunChange', description: 'What a run has changed of a job.' });

export type RunChange = z.infer<typeof runChange>;

const lockedField = z
  .object({
    job: z.object({ id, title: z.string() }),
    field: fieldName,
    value: z
      .string()
      .describe('The value that a person has entered.')
      .meta({ example: 'Lisbon and Porto' }),
    stated: z
      .string()
      .nullable()
      .describe('The value at the source; null before the next run that reads the job.')
      .meta({ example: 'Lisbon' }),
  })
  .meta({ id: 'LockedField', description: 'A field that runs do not change.' });

export type LockedField = z.infer<typeof lockedField>;

const linkedJob = z.object({
  id,
  title: z.string(),
  location: z.string(),
  date: moment.meta({ example: '2026-10-02T08:30:00.000Z' }),
  origin: z
    .string()
    .describe(
      'The system from which the job comes, such as “Greenhouse”; empty if a person has posted it.',
    ),
});

const duplicate = z
  .object({
    job: linkedJob.extend({
      id: id.meta({ example: EXAMPLE_OTHER_JOB_ID }),
      origin: linkedJob.shape.origin.meta({ example: 'Greenhouse' }),
    }),
    other: linkedJob,
  })
  .meta({ id: 'DuplicateJobs', description: 'Two jobs that seem to be the same one.' });

export type DuplicateJobs = z.infer<typeof duplicate>;

const params = idParamsOf(EXAMPLE_SOURCE_ID);

const runParams = idParamsOf(EXAMPLE_RUN_ID);

const changes = { params, etag: 'checked' } as const;

const ERRORS = [400, 401, 403, 404, 409];

export const sourceEndpoints = {
  'GET /api/sources': {
    operationId: 'listSources',
    summary:
      'Lists sources, those that need attention first: all for a site admin, or those of the caller’s company',
    access: JOB_ADMINS,
    query: z.object({
      q: queryText().describe('A part of the company’s name, of the system or of the tenant.'),
      state: choice([...SOURCE_STATES, 'failing'] as const)
        .describe('`failing`: its latest run has failed.')
        .meta({ example: 'asking' }),
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
        url: webAddress
          .describe('An address on the web, with https://')
          .meta({ example: EXAMPLE_CAREERS }),
        company: givenId('company')
          .optional()
          .describe('The company that gets the jobs; absent for a new company.')
          .meta({ example: EXAMPLE_COMPANY_ID }),
        settings: settings.optional(),
      })
      .meta({ id: 'NewSourcePreview' }),
    success: 201,
    response: preview,
    errors: [400, 401, 403, 429],
    example: { response: { listed: 0, result: null } },
  },
  'GET /api/source-previews/:id': {
    operationId: 'getSourcePreview',
    summary: 'Returns a preview. It exists for a day',
    access: JOB_ADMINS,
    params: idParamsOf(EXAMPLE_PREVIEW_ID),
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
        preview: givenId('preview').meta({ example: EXAMPLE_PREVIEW_ID }),
        interval: z
          .int('must be a number of minutes')
          .min(SOURCE_INTERVALS.min, `must be at least ${SOURCE_INTERVALS.min}`)
          .max(SOURCE_INTERVALS.max, `must be at most ${SOURCE_INTERVALS.max}`)
          .default(SOURCE_INTERVALS.default)
          .meta({ example: 360 }),
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
    params,
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
          .max(SOURCE_INTERVALS.max, `must be at most ${SOURCE_INTERVALS.max}`)
          .meta({ example: 360 }),
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
    params,
    body: z
      .object({ close: z.boolean().default(false).meta({ example: false }) })
      .meta({ id: 'SourceRunRequest' }),
    response: source,
    errors: ERRORS,
  },
  'POST /api/sources/:id/pause': {
    operationId: 'pauseSource',
    summary: 'Stops reading a source until it is resumed',
    access: JOB_ADMINS,
    params,
    response: source,
    errors: ERRORS,
    example: { response: { state: 'paused', pausedby: 'person', nextrun: null, version: 2 } },
  },
  'POST /api/sources/:id/resume': {
    operationId: 'resumeSource',
    summary:
      'Reads a paused source again. A site admin also approves a proposed one; 409 if it has changed since',
    access: JOB_ADMINS,
    ...changes,
    response: source,
    errors: [...ERRORS, 412],
  },
  'GET /api/sources/:id/runs': {
    operationId: 'listSourceRuns',
    summary: 'Lists the runs of a source, the newest first',
    access: JOB_ADMINS,
    params,
    query: z.object({ limit: wholeNumber(SOURCE_RUNS_PER_PAGE), cursor: cursor() }),
    response: z.object({ results: z.array(run), next, offset }).meta({ id: 'SourceRunList' }),
    errors: [400, 401, 403, 404],
  },
  'GET /api/source-runs/:id/changes': {
    operationId: 'listRunChanges',
    summary: 'Lists what a run has changed, job by job',
    access: JOB_ADMINS,
    params: runParams,
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
    params: runParams,
    response: z
      .object({
        undone: count
          .describe('Jobs that are again as they were before the run.')
          .meta({ example: 4 }),
        retained: count
          .describe('Jobs that people have changed since, which stay as they are.')
          .meta({ example: 0 }),
      })
      .meta({ id: 'UndoneRun' }),
    errors: ERRORS,
  },
  'GET /api/sources/:id/locks': {
    operationId: 'listLockedFields',
    summary:
      'Lists the fields of open jobs that people have edited, so that runs do not change them; at most 500',
    access: JOB_ADMINS,
    params,
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
    body: z.object({ field: text(30).meta({ example: 'location' }) }).meta({ id: 'Unlock' }),
    success: 204,
    response: nothing,
    errors: [...ERRORS, 410],
  },
  'GET /api/sources/:id/duplicates': {
    operationId: 'listDuplicateJobs',
    summary:
      'Lists open jobs of a source that the company seems to have from elsewhere too; at most 100',
    access: JOB_ADMINS,
    params,
    response: z.object({ results: z.array(duplicate) }).meta({ id: 'DuplicateJobsList' }),
    errors: [401, 403, 404],
  },
  'POST /api/jobs/:id/merge': {
    operationId: 'mergeJob',
    summary:
      'Merges a job into another one of its company: one remains, with its dates, and the other’s address redirects to it',
    access: JOB_ADMINS,
    invalidates: ['jobs'],
    params: idParamsOf(EXAMPLE_OTHER_JOB_ID),
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
    body: z
      .object({ other: givenId('job').meta({ example: EXAMPLE_OTHER_JOB_ID }) })
      .meta({ id: 'DistinctJobs' }),
    success: 204,
    response: nothing,
    errors: ERRORS,
  },
} as const satisfies Record<EndpointKey, Endpoint>;
