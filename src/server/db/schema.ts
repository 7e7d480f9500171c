import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { PAY_UNITS, type PayUnit } from '#shared/contract/job-responses.ts';
import { EMPLOYMENT_TYPES, type EmploymentType } from '#shared/domain/employment-types.ts';
import { EMPLOYMENTS, type Employment } from '#shared/domain/employments.ts';
import { DEFAULT_ROLE, ROLES, type Role } from '#shared/domain/roles.ts';
import { SALARY_RANGES, type Salary } from '#shared/domain/salary-ranges.ts';
import { WORKPLACES, type Workplace } from '#shared/domain/workplaces.ts';
import {
  ACCOUNT_ID_LENGTH,
  ACCOUNT_NAME_LENGTH,
  BIO_LENGTH,
  COMPANY_NAME_LENGTH,
  DESCRIPTION_LENGTH,
  EMAIL_LENGTH,
  LOCATION_LENGTH,
  TITLE_LENGTH,
  URL_LENGTH,
} from '#shared/limits.ts';

/** Formats values for a check constraint. Migrations contain constraints as text, so the values must be literals. */
function oneOf(values: readonly string[]) {
  return sql.raw(`(${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`);
}
const literal = (value: number) => sql.raw(String(value));

const id = () => uuid().primaryKey();
const moment = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * The beginning of the description's plain text, and whether the text goes on. Each write of a description derives both
 * from it.
 */
const summary = () => ({
  summary: text().notNull().default(''),
  summary_truncated: boolean().notNull().default(false),
});

/** The row's revision, on which `ETag` and `If-Match` are based. Every update increments it. */
const version = (table: 'companies' | 'jobs') =>
  integer()
    .notNull()
    .default(1)
    .$onUpdate(() => sql.raw(`"${table}"."version" + 1`));

/** The external board that a row was imported from, and the row's id there. */
const source = () => ({ source: text(), source_id: text() });

export const companies = pgTable(
  'companies',
  {
    id: id(),
    name: text().notNull(),
    /** Markdown */
    description: text().notNull().default(''),
    ...summary(),
    /** http(s); empty if unknown */
    website: text().notNull().default(''),
    /** http(s), or a path on this site; empty if there is none */
    logo: text().notNull().default(''),
    ...source(),
    version: version('companies'),
    created_at: moment().notNull().defaultNow(),
    updated_at: moment().notNull().defaultNow(),
  },
  (table) => [
    check(
      'companies_name',
      sql`${table.name} ~ '\\S' and length(${table.name}) <= ${literal(COMPANY_NAME_LENGTH)}`,
    ),
    check(
      'companies_description',
      sql`length(${table.description}) <= ${literal(DESCRIPTION_LENGTH)}`,
    ),
    check(
      'companies_website',
      sql`${table.website} = '' or (${table.website} ~* '^https?://[^/]' and length(${table.website}) <= ${literal(URL_LENGTH)})`,
    ),
    check(
      'companies_logo',
      sql`${table.logo} = '' or (${table.logo} ~* '^(https?:/)?/[^/]' and length(${table.logo}) <= ${literal(URL_LENGTH)})`,
    ),
    check('companies_source', sql`(${table.source} is null) = (${table.source_id} is null)`),
    uniqueIndex('companies_by_source').on(table.source, table.source_id),
    index('companies_by_name').on(sql`${table.name} collate "und-x-icu"`, table.id),
    index('companies_by_words').using('gin', sql`name_words(${table.name})`),
  ],
);

/** A place as a source states it; empty where it states nothing. `text` is the part of the location that it belongs to. */
export type Address = { text: string; locality: string; region: string; country: string };

/**
 * What closed a job: its closing date, or an admin. A job that closed because its source no longer lists it has no
 * value.
 */
export const CLOSED_BY = ['day', 'admin'] as const;

export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'restrict' }),
    title: text().notNull(),
    type: text().$type<EmploymentType>().notNull(),
    location: text().notNull(),
    /** Further locations that do not fit into `location`; null if there are none. */
    more_places: text(),
    /** Markdown */
    description: text().notNull().default(''),
    ...summary(),
    salary: text().$type<Salary>().notNull().default(''),
    /** Where the job is, as its source states it; null if the source states only a text. */
    addresses: jsonb().$type<Address[]>(),
    workplace: text().$type<Workplace>(),
    employment: text().$type<Employment>(),
    /** The employer's own pay figures: all four or none. */
    pay_minimum: doublePrecision(),
    pay_maximum: doublePrecision(),
    pay_currency: text(),
    pay_unit: text().$type<PayUnit>(),
    applyurl: text().notNull().default(''),
    date: moment().notNull().defaultNow(),
    /** The closing date: the last day on which the job is open, in UTC; null if unknown. */
    validthrough: date({ mode: 'string' }),
    /**
     * The closing date as the source stated it in the latest import. If the source later states another day, that day
     * replaces the one that an admin has set.
     */
    source_validthrough: date({ mode: 'string' }),
    /** When the job was closed; null while it is open. */
    closed_at: moment(),
    /** Why the job was closed. Null in two cases: the job is open, or its source no longer lists it. */
    closed_by: text().$type<(typeof CLOSED_BY)[number]>(),
    /** Whether an admin reopened the job although its source no longer lists it. */
    kept_open: boolean().notNull().default(false),
    ...source(),
    version: version('jobs'),
    updated_at: moment().notNull().defaultNow(),
  },
  (table) => [
    check(
      'jobs_title',
      sql`${table.title} ~ '\\S' and length(${table.title}) <= ${literal(TITLE_LENGTH)}`,
    ),
    check('jobs_type', sql`${table.type} in ${oneOf(EMPLOYMENT_TYPES)}`),
    check('jobs_location', sql`length(${table.location}) <= ${literal(LOCATION_LENGTH)}`),
    check('jobs_description', sql`length(${table.description}) <= ${literal(DESCRIPTION_LENGTH)}`),
    check(
      'jobs_salary',
      sql`${table.salary} in ${oneOf(['', ...SALARY_RANGES.map(({ value }) => value)])}`,
    ),
    check(
      'jobs_pay',
      sql`num_nulls(${table.pay_minimum}, ${table.pay_maximum}, ${table.pay_currency}, ${table.pay_unit}) in (0, 4)
        and ${table.pay_minimum} between 0 and ${table.pay_maximum}
        and ${table.pay_maximum} < 'Infinity'
        and ${table.pay_currency} ~ '^[A-Z]{3}$'
        and ${table.pay_unit} in ${oneOf(PAY_UNITS)}`,
    ),
    check('jobs_workplace', sql`${table.workplace} in ${oneOf(WORKPLACES)}`),
    check('jobs_employment', sql`${table.employment} in ${oneOf(EMPLOYMENTS)}`),
    check(
      'jobs_applyurl',
      sql`${table.applyurl} = '' or (${table.applyurl} ~* '^https?://[^/]' and length(${table.applyurl}) <= ${literal(URL_LENGTH)})`,
    ),
    check('jobs_source', sql`(${table.source} is null) = (${table.source_id} is null)`),
    check(
      'jobs_closed_by',
      sql`${table.closed_by} is null or (${table.closed_by} in ${oneOf(CLOSED_BY)} and ${table.closed_at} is not null)`,
    ),
    // The next jobs to close, and the jobs closed last.
    index('jobs_by_validthrough')
      .on(table.validthrough)
      .where(sql`${table.closed_at} is null and ${table.validthrough} is not null`),
    index('jobs_closed').on(table.closed_at, table.id).where(sql`${table.closed_at} is not null`),
    index('jobs_closed_by_company')
      .on(table.company_id, table.closed_at, table.id)
      .where(sql`${table.closed_at} is not null`),
    // The titles of open jobs, read in order without the jobs themselves.
    index('jobs_open_by_title')
      .on(sql`${table.title} collate "C"`)
      .where(sql`${table.closed_at} is null`),
    // The latest change of a company's jobs.
    index('jobs_by_change').on(table.company_id, table.updated_at),
    // All jobs of a company, open and closed. Each source has a job at most once.
    uniqueIndex('jobs_by_source').on(table.company_id, table.source, table.source_id),
  ],
);

export const accounts = pgTable(
  'accounts',
  {
    /** The identity provider's subject. */
    id: text().primaryKey(),
    name: text().notNull().default(''),
    /** Entered by the account holder and not verified. */
    email: text().notNull().default(''),
    /** The address that the identity provider reports as verified; null if none, or not requested yet. */
    verified_email: text(),
    bio: text().notNull().default(''),
    role: text().$type<Role>().notNull().default(DEFAULT_ROLE),
    /** The company that a company admin administers. */
    company_id: uuid().references(() => companies.id, { onDelete: 'restrict' }),
    created_at: moment().notNull().defaultNow(),
    updated_at: moment().notNull().defaultNow(),
  },
  (table) => [
    check('accounts_id', sql`length(${table.id}) between 1 and ${literal(ACCOUNT_ID_LENGTH)}`),
    check('accounts_name', sql`length(${table.name}) <= ${literal(ACCOUNT_NAME_LENGTH)}`),
    check('accounts_email', sql`length(${table.email}) <= ${literal(EMAIL_LENGTH)}`),
    check(
      'accounts_verified_email',
      sql`length(${table.verified_email}) <= ${literal(EMAIL_LENGTH)}`,
    ),
    check('accounts_bio', sql`length(${table.bio}) <= ${literal(BIO_LENGTH)}`),
    check('accounts_role', sql`${table.role} in ${oneOf(ROLES)}`),
    // A company admin has a company, and no other role has one.
    check(
      'accounts_company',
      sql`(${table.role} = 'companyadmin') = (${table.company_id} is not null)`,
    ),
    index('accounts_by_email').on(sql`lower(${table.email})`),
    index('accounts_by_verified_email').on(table.verified_email),
    index('accounts_by_company').on(table.company_id),
  ],
);

/** The kinds of change that the audit trail records. */
export const AUDIT_ACTIONS = ['create', 'update', 'delete'] as const;
/** The kinds of row that the audit trail covers. Of an account, the trail records only the role and the company. */
export const AUDITED_KINDS = ['job', 'company', 'account'] as const;

/**
 * Audit trail: every change of a job, a company or a role, with time, actor, action, and the row before and after.
 * Triggers write it in the transaction of the change, and refuse to change written events
 * (`migrations/0002_changes.sql`).
 */
export const audit_events = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** When the change's transaction began; the same for all events of one transaction. */
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** An account's id, the name of a command, or empty if the change came from neither. */
    actor: text().notNull(),
    action: text().$type<(typeof AUDIT_ACTIONS)[number]>().notNull(),
    kind: text().$type<(typeof AUDITED_KINDS)[number]>().notNull(),
    thing_id: text().notNull(),
    /** The row; null if it did not exist. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    check('audit_events_action', sql`${table.action} in ${oneOf(AUDIT_ACTIONS)}`),
    check('audit_events_kind', sql`${table.kind} in ${oneOf(AUDITED_KINDS)}`),
    index('audit_events_by_thing').on(table.kind, table.thing_id, table.id),
    // Rows that are deleted together with a company share the time of the company's event.
    index('audit_events_by_moment').on(table.at),
    // Deleted jobs and jobs that moved to another company, by their ids at the source.
    index('audit_events_gone_by_source')
      .on(table.kind, sql`(${table.before} ->> 'source')`, sql`(${table.before} ->> 'source_id')`)
      .where(
        sql`${table.action} <> 'create' and (${table.after} is null or ${table.after} ->> 'company_id' <> ${table.before} ->> 'company_id')`,
      ),
  ],
);

/** Idempotency keys: a repeated creation request returns the existing row. Keys are scoped to an account. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    account_id: text().notNull(),
    key: text().notNull(),
    /** Digest of the request: the endpoint and the body. */
    digest: text().notNull(),
    /** The id of the created row. */
    thing_id: uuid().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.key] }),
    index('idempotency_keys_by_age').on(table.created_at),
  ],
);

/** The uploaded files in the storage. */
export const uploads = pgTable('uploads', {
  /** Derived from the file's content. */
  name: text().primaryKey(),
  /** When the file was last uploaded, or last assigned to or released by a company. */
  touched_at: moment().notNull().defaultNow(),
});
