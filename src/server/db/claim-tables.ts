import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ClaimedJob, Registration } from '#shared/contract/claims.ts';
import { CLAIM_STATES, type ClaimState } from '#shared/domain/claims.ts';
import { EMAIL_LENGTH } from '#shared/limits.ts';
import { accounts, companies, oneOf } from './schema.ts';

type RegisteredCompany = Registration & { logo: string };

/** What was rejected, and why. */
type RejectedClaim = {
  reason: string;
  registration: RegisteredCompany | null;
  message: string;
  job: ClaimedJob | null;
};

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * People’s requests to act for an existing company, or for a new company, which makes the request a registration. A new
 * company is not in `companies` before its approval, so nothing that reads companies can contain it. An approved claim
 * is deleted.
 */
export const company_claims = pgTable(
  'company_claims',
  {
    id: uuid().primaryKey(),
    account_id: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The existing company; null for a registration. */
    company_id: uuid().references(() => companies.id, { onDelete: 'cascade' }),
    /** The values of the new company; null for an existing company. */
    registration: jsonb().$type<RegisteredCompany>(),
    /** The first job of a new company, which becomes a job draft at the approval; null if there is none. */
    job: jsonb().$type<ClaimedJob>(),
    state: text().$type<ClaimState>().notNull().default('draft'),
    /** What the person tells the site admins. */
    message: text().notNull().default(''),
    /** Why the claim was rejected; null in the other states. */
    reason: text(),
    /** When a site admin last rejected the claim; null if never. The date stays in all later states. */
    rejected_at: moment(),
    /** The latest rejection with what was rejected, for the review of what follows; null if there was none. */
    last_rejection: jsonb().$type<RejectedClaim>(),
    /**
     * The email address at the domain of the company’s website that the person has proven; null if none was proven.
     */
    proven_email: text(),
    /** The revision of the row, for `ETag` and `If-Match`. Every update increments it. */
    version: integer()
      .notNull()
      .default(1)
      .$onUpdate(() => sql`"company_claims"."version" + 1`),
    created_at: moment().notNull().defaultNow(),
    updated_at: moment().notNull().defaultNow(),
    /** When the claim was submitted for review; null unless it is in review. */
    submitted_at: moment(),
    /**
     * When a claim of an existing company that is proven by a code takes effect, unless someone objects; null if a site
     * admin must decide.
     */
    takes_effect_at: moment(),
  },
  (table) => [
    check('company_claims_state', sql`${table.state} in ${oneOf(CLAIM_STATES)}`),
    check(
      'company_claims_reason',
      sql`(${table.reason} is not null) = (${table.state} = 'rejected')`,
    ),
    check(
      'company_claims_submitted',
      sql`(${table.submitted_at} is not null) = (${table.state} = 'review')`,
    ),
    check(
      'company_claims_takes_effect',
      sql`${table.takes_effect_at} is null or (${table.state} = 'review' and ${table.proven_email} is not null)`,
    ),
    check(
      'company_claims_company',
      sql`(${table.company_id} is null) = (${table.registration} is not null)`,
    ),
    check(
      'company_claims_proven_email',
      sql`length(${table.proven_email}) <= ${sql.raw(String(EMAIL_LENGTH))}`,
    ),
    // A person has at most one claim for each company.
    unique('company_claims_once').on(table.account_id, table.company_id),
    index('company_claims_by_company').on(table.company_id),
    // For the review queue.
    index('company_claims_in_review')
      .on(table.submitted_at, table.id)
      .where(sql`${table.state} = 'review'`),
    index('company_claims_by_effect')
      .on(table.takes_effect_at)
      .where(sql`${table.takes_effect_at} is not null`),
  ],
);

/**
 * The skeletons of companies' names, for new companies whose names look like them. A scheduled task writes them, so
 * imports and restores need not know this table. A row is out of date if the company has another name now.
 */
export const company_name_skeletons = pgTable(
  'company_name_skeletons',
  {
    /** Without a foreign key, which would lock companies. The rows of deleted companies are deleted later. */
    company_id: uuid().primaryKey(),
    /** The name from which the skeletons were made. */
    name: text().notNull(),
    /** `SKELETON_VERSION` when they were made. */
    version: integer().notNull(),
    skeletons: text().array().notNull(),
  },
  (table) => [index('company_name_skeletons_by_skeleton').using('gin', table.skeletons)],
);
