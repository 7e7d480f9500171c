import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { REPORT_REASONS, type ReportReason } from '#shared/domain/reports.ts';
import { oneOf } from './schema.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** What visitors report about jobs. A report outlives its job, so that its reporter still gets an answer. */
export const job_reports = pgTable(
  'job_reports',
  {
    id: uuid().primaryKey(),
    /** The id of the job. It is not a foreign key, because the job may be deleted. */
    job_id: uuid().notNull(),
    /** The job's title when it was reported. */
    title: text().notNull(),
    reason: text().$type<ReportReason>().notNull(),
    text: text().notNull(),
    /** The email address for the answer; null if the reporter left none, or if the report is resolved. */
    email: text(),
    created_at: moment().notNull().defaultNow(),
    /** When a site admin resolved the report; null while the report is open. */
    resolved_at: moment(),
  },
  (table) => [
    check('job_reports_reason', sql`${table.reason} in ${oneOf(REPORT_REASONS)}`),
    check('job_reports_email', sql`${table.email} is null or ${table.resolved_at} is null`),
    index('job_reports_open')
      .on(table.job_id, table.created_at)
      .where(sql`${table.resolved_at} is null`),
    // Finds old reports, so that they can be deleted.
    index('job_reports_resolved').on(table.resolved_at),
  ],
);
