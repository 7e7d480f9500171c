import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PreviewResult } from '#shared/contract/sources.ts';
import {
  NO_COUNTS,
  PAUSE_REASONS,
  type PauseReason,
  RUN_OUTCOMES,
  type RunCounts,
  type RunOutcome,
  SOURCE_INTERVALS,
  SOURCE_STATES,
  type SourceState,
  TENANT_LENGTH,
} from '#shared/domain/sources.ts';
import { companies, oneOf } from './schema.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3 });
const literal = (value: number) => sql.raw(String(value));

/** The validators of the latest complete list. https://www.rfc-editor.org/rfc/rfc9110#section-8.8 */
export type Validators = { etag?: string | undefined; lastModified?: string | undefined };

/**
 * Sites from which jobs are imported on a schedule: a customer of an applicant tracking system, or a feed. The row also
 * has the schedule: a source is due once `next_run_at` has passed. The process that reads the source holds a lease, and
 * renews it.
 */
export const sources = pgTable(
  'sources',
  {
    id: uuid().primaryKey(),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The id of the system, as in `jobs.source`. */
    system: text().notNull(),
    /** The customer's name in the system's URLs, or the URL of a feed. */
    tenant: text().notNull(),
    settings: jsonb().$type<Record<string, string>>().notNull().default({}),
    state: text().$type<SourceState>().notNull(),
    /** Why the source is paused; null if it is not paused. */
    paused_by: text().$type<PauseReason>(),
    interval_minutes: integer().notNull().default(SOURCE_INTERVALS.default),
    next_run_at: moment().notNull().defaultNow(),
    /** The time at which the lease of the source ends unless it is renewed; null if no process holds the lease. */
    leased_until: moment(),
    /** Whether a person has allowed the next run to close any number of jobs. */
    may_close: boolean().notNull().default(false),
    /** The number of failed runs since the latest one that did not fail. */
    failures: integer().notNull().default(0),
    validators: jsonb().$type<Validators>().notNull().default({}),
    /**
     * When the latest complete list was read. At this time, the source still had all jobs that are not missing. Because
     * the time is stored here, a run without changes need not write a row for each job.
     */
    confirmed_at: moment(),
    /** When the first of the latest lists without jobs was read; null if the latest list had jobs. */
    empty_since: moment(),
    /** The revision of the settings that people can change, for `ETag` and `If-Match`. */
    version: integer().notNull().default(1),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    unique('sources_once').on(table.system, table.tenant),
    check('sources_tenant', sql`length(${table.tenant}) between 1 and ${literal(TENANT_LENGTH)}`),
    check('sources_state', sql`${table.state} in ${oneOf(SOURCE_STATES)}`),
    check(
      'sources_paused_by',
      sql`(${table.paused_by} is not null) = (${table.state} = 'paused') and ${table.paused_by} in ${oneOf(PAUSE_REASONS)}`,
    ),
    check(
      'sources_interval',
      sql`${table.interval_minutes} between ${literal(SOURCE_INTERVALS.min)} and ${literal(SOURCE_INTERVALS.max)}`,
    ),
    index('sources_by_company').on(table.company_id),
    index('sources_by_due_time')
      .on(table.next_run_at)
      .where(sql`${table.state} in ('active', 'asking')`),
  ],
);

/**
 * The ledger of a source: each id that the source has listed, with the job of that id. An id stays here after its job
 * is deleted, so that the job is recognized when it is listed again, or is restored. Therefore, there is no foreign key
 * to jobs.
 */
export const source_jobs = pgTable(
  'source_jobs',
  {
    source_id: uuid()
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    /** The id at the source. */
    external_id: text().notNull(),
    /** The job; null if the entry could not be converted, or if a person has deleted the job. */
    job_id: uuid(),
    /** A digest of the entry and of the version of the code that converts it. Null if the entry must be read again. */
    digest: text(),
    /** Why the entry is left out; null if it has become a job. */
    reason: text(),
    /** The values that the source states for fields that people have edited; null if there are none. */
    stated: jsonb().$type<Record<string, unknown>>(),
    first_seen_at: moment().notNull().defaultNow(),
    /** When the details of the job were last read; null if the system has no details. */
    detailed_at: moment(),
    /** When a complete list first lacked the id; null while the latest complete list has it. */
    missing_since: moment(),
    /** When the job was closed because lists lack it; null while it is open. */
    vanished_at: moment(),
    /** How often the same job has come back with a new id. */
    reposts: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.source_id, table.external_id] }),
    index('source_jobs_by_job').on(table.job_id),
  ],
);

/** An entry that a run has left out. */
export type SkippedEntry = {
  job: string;
  reason: string;
  /** Whether the job was added nevertheless, and the reason is only a remark. */
  isAdded?: boolean;
};

/** The runs of sources, with a row for each time a source was read. */
export const source_runs = pgTable(
  'source_runs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    source_id: uuid()
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    outcome: text().$type<RunOutcome>().notNull().default('running'),
    started_at: moment().notNull().defaultNow(),
    ended_at: moment(),
    /**
     * The time of the audit events that record the changes of the run, to the microsecond, as text; null if it changed
     * nothing.
     */
    applied_at: timestamp({ withTimezone: true, mode: 'string' }),
    /** The number of entries that were read so far. */
    listed: integer().notNull().default(0),
    counts: jsonb().$type<RunCounts>().notNull().default(NO_COUNTS),
    /** How many open jobs the source had before the run. */
    open_before: integer().notNull().default(0),
    requests: integer().notNull().default(0),
    /** Received bytes, compressed. */
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Why the run failed, or why it asks a person before it closes jobs; null otherwise. */
    error: text(),
    /** Some of the entries that were left out. */
    skipped: jsonb().$type<SkippedEntry[]>().notNull().default([]),
  },
  (table) => [
    check('source_runs_outcome', sql`${table.outcome} in ${oneOf(RUN_OUTCOMES)}`),
    index('source_runs_by_source').on(table.source_id, table.id),
    index('source_runs_by_age').on(table.started_at),
  ],
);

/**
 * Requests to preview a URL before it is saved as a source. The process that reads sources makes the previews, because
 * reading a large feed takes longer than a request may take. A row is deleted after a day.
 */
export const source_previews = pgTable(
  'source_previews',
  {
    id: uuid().primaryKey(),
    /** The URL that a person has pasted. */
    url: text().notNull(),
    /** The company for whose jobs the source is; null for a new company. */
    company_id: uuid().references(() => companies.id, { onDelete: 'cascade' }),
    settings: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** The number of entries that were read so far. */
    listed: integer().notNull().default(0),
    leased_until: moment(),
    /** The result; null until the preview is finished. */
    result: jsonb().$type<PreviewResult>(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    index('source_previews_by_age').on(table.created_at),
    index('source_previews_waiting').on(table.created_at).where(sql`${table.result} is null`),
  ],
);

/** When a host may be requested again. The time applies to all processes. */
export const source_hosts = pgTable('source_hosts', {
  host: text().primaryKey(),
  free_at: moment().notNull(),
});

/** Pairs of jobs that look like the same job in two sources, but that a person has marked as different. */
export const distinct_jobs = pgTable(
  'distinct_jobs',
  {
    job_id: uuid().notNull(),
    other_id: uuid().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.job_id, table.other_id] })],
);
