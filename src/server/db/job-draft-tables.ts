import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { JobDraftBody } from '#shared/contract/job-drafts.ts';
import type { StatedFact } from '#shared/contract/job-facts.ts';
import { DRAFT_STATES, type DraftState, type ReviewSignal } from '#shared/domain/job-drafts.ts';
import { accounts, companies, jobs, oneOf } from './schema.ts';

/** The values of the form. An edit also says which facts it states. */
export type StoredBody = JobDraftBody & { stated?: StatedFact[] };

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * Jobs before their publication, and edits of published jobs that wait for a review. They are not in `jobs`, so nothing
 * that reads published jobs can contain them. A draft keeps its id when it is published, and an edit has the id of its
 * job.
 */
export const job_drafts = pgTable(
  'job_drafts',
  {
    id: uuid().primaryKey(),
    /** For an edit, the published job, whose deletion deletes the edit; null for a new job. */
    job_id: uuid().references(() => jobs.id, { onDelete: 'cascade' }),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The account that created the draft; null if the account no longer exists. */
    author: text().references(() => accounts.id, { onDelete: 'set null' }),
    state: text().$type<DraftState>().notNull().default('draft'),
    /** The values of the form, which may be incomplete. */
    body: jsonb().$type<StoredBody>().notNull(),
    /** Why the job was rejected; null in the other states. */
    reason: text(),
    /** The latest rejection with what was rejected, for the review of what follows; null if there was none. */
    last_rejection: jsonb().$type<{ reason: string; body: StoredBody }>(),
    /** Why the job is reviewed regardless of `JOB_REVIEW`; empty in the other states. */
    signals: text().array().$type<ReviewSignal[]>().notNull().default([]),
    /** The revision of the row, for `ETag` and `If-Match`. Every update increments it. */
    version: integer()
      .notNull()
      .default(1)
      .$onUpdate(() => sql`"job_drafts"."version" + 1`),
    created_at: moment().notNull().defaultNow(),
    updated_at: moment().notNull().defaultNow(),
    /** When the job was submitted for review; null unless it is in review. */
    submitted_at: moment(),
  },
  (table) => [
    check('job_drafts_state', sql`${table.state} in ${oneOf(DRAFT_STATES)}`),
    check('job_drafts_edit', sql`${table.job_id} is null or ${table.job_id} = ${table.id}`),
    check('job_drafts_reason', sql`(${table.reason} is not null) = (${table.state} = 'rejected')`),
    check(
      'job_drafts_submitted',
      sql`(${table.submitted_at} is not null) = (${table.state} = 'review')`,
    ),
    // For the review queue.
    index('job_drafts_in_review')
      .on(table.submitted_at, table.id)
      .where(sql`${table.state} = 'review'`),
    index('job_drafts_by_change').on(table.updated_at, table.id),
    index('job_drafts_by_company').on(table.company_id, table.updated_at, table.id),
    // For the deletion of a job.
    index('job_drafts_by_job').on(table.job_id),
    // This index finds the drafts of an author whose account is deleted.
    index('job_drafts_by_author').on(table.author),
  ],
);
