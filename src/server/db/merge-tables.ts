import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from './schema.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * What a merge has moved besides the jobs, by the ids of the rows, so that the merge can be undone. The audit trail
 * records the jobs.
 */
export type MovedRows = {
  members: string[];
  /** The members of both teams who became owners of the remaining company, because they owned the former company. */
  promoted: string[];
  /** The memberships in the former team whose members were acting for the former company. */
  acting: string[];
  invitations: string[];
  drafts: string[];
  claims: string[];
  sources: string[];
};

/**
 * Companies that were merged into others, with their former ids, which redirect. A company may be merged into one that
 * is later merged itself. There are no foreign keys: a remaining company that is deleted and restored keeps the
 * redirects.
 */
export const company_merges = pgTable(
  'company_merges',
  {
    /** The id of the company that no longer exists. */
    id: uuid().primaryKey(),
    /** The company that remains. */
    into_id: uuid().notNull(),
    /** The feed of the former company, whose imports now go to the remaining one; null if the company had no feed. */
    source: text(),
    source_id: text(),
    /** The logo of the former company, which stays in the storage while the merge can be undone. */
    logo: text().notNull(),
    moved: jsonb().$type<MovedRows>().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    index('company_merges_by_target').on(table.into_id),
    index('company_merges_by_source').on(table.source, table.source_id),
  ],
);

/**
 * Jobs of which one remains: jobs that both companies of a merge had from the same source, and jobs that a person has
 * merged. The other job's id redirects.
 */
export const job_merges = pgTable(
  'job_merges',
  {
    /** The id of the job that no longer exists. */
    id: uuid().primaryKey(),
    /** The job that remains. */
    into_id: uuid().notNull(),
    /** The merge of the companies, by the id of the former company; null if only these two jobs were merged. */
    merge_id: uuid().references(() => company_merges.id, { onDelete: 'cascade' }),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [index('job_merges_by_merge').on(table.merge_id)],
);

export const LEFTOVER_KINDS = ['claim', 'invitation', 'draft', 'rename'] as const;

export type LeftoverKind = (typeof LEFTOVER_KINDS)[number];

/**
 * Rows that a merge has dropped, because the remaining company has an equivalent row: a person's second claim, the
 * second invitation of an email address, the edit of a job that was a duplicate, and a request for another name of the
 * former company. They are apart from the audit trail, because they contain personal data.
 */
export const merge_leftovers = pgTable(
  'merge_leftovers',
  {
    id: uuid().primaryKey().defaultRandom(),
    merge_id: uuid()
      .notNull()
      .references(() => company_merges.id, { onDelete: 'cascade' }),
    kind: text().$type<LeftoverKind>().notNull(),
    /** The whole row, as PostgreSQL writes it. */
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    check('merge_leftovers_kind', sql`${table.kind} in ${oneOf(LEFTOVER_KINDS)}`),
    index('merge_leftovers_by_merge').on(table.merge_id),
    index('merge_leftovers_by_age').on(table.created_at),
  ],
);
