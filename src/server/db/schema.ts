import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
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
import type { Address } from '#shared/domain/address.ts';
import {
  AUDIT_ACTIONS,
  AUDITED_KINDS,
  type AuditAction,
  type AuditedKind,
} from '#shared/domain/audit.ts';
import { COMPANY_SIZES, type CompanySize } from '#shared/domain/company-sizes.ts';
import { EMPLOYMENT_TYPES, type EmploymentType } from '#shared/domain/employment-types.ts';
import { EMPLOYMENTS, type Employment } from '#shared/domain/employments.ts';
import { DEFAULT_ROLE, ROLES, type Role } from '#shared/domain/roles.ts';
import { SALARY_RANGES, type Salary } from '#shared/domain/salary-ranges.ts';
import { WORKPLACES, type Workplace } from '#shared/domain/workplaces.ts';
import {
  ACCOUNT_ID_LENGTH,
  ACCOUNT_NAME_LENGTH,
  BIO_LENGTH,
  BLOCK_REASON_LENGTH,
  COMPANY_NAME_LENGTH,
  DESCRIPTION_LENGTH,
  EARLIEST_FOUNDING,
  EMAIL_LENGTH,
  INDUSTRY_LENGTH,
  LOCATION_LENGTH,
  MAX_PROFILE_LINKS,
  MAX_PROFILE_PLACES,
  TITLE_LENGTH,
  URL_LENGTH,
} from '#shared/limits.ts';

/**
 * Formats values as SQL literals for a check constraint. Parameters are not possible, because migrations contain
 * constraints as text.
 */
export function oneOf(values: readonly string[]) {
  return sql.raw(`(${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`);
}
const literal = (value: number) => sql.raw(String(value));

/** SQL: a limit on the number of texts in an array, and on the length of all of them together. */
function listLimit(texts: SQLWrapper, max: number, length: number): SQL {
  return sql`cardinality(${texts}) <= ${literal(max)} and length(array_to_string(${texts}, '')) <= ${literal(max * length)}`;
}

const id = () => uuid().primaryKey();
const moment = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * The beginning of the description's plain text, and whether more text follows. Both are derived from the description
 * whenever it is written.
 */
const summary = () => ({
  summary: text().notNull().default(''),
  summary_truncated: boolean().notNull().default(false),
});

/**
 * A digest of the beginning of a description, without spaces, punctuation and case. Null for a short description,
 * because short descriptions of different jobs may be the same by chance.
 */
export const descriptionDigest = (description: SQLWrapper) =>
  sql`case when length(${description}) >= 300 then md5(regexp_replace(lower(left(${description}, 1000)), '[^[:alnum:]]+', '', 'g')) end`;

/** The revision of the row, for `ETag` and `If-Match`. Every update increments it. */
const version = (table: 'companies' | 'jobs') =>
  integer()
    .notNull()
    .default(1)
    .$onUpdate(() => sql.raw(`"${table}"."version" + 1`));

/** The external board from which a row was imported, and the row's id there. */
const source = () => ({ source: text(), source_id: text() });

/**
 * SQL: a name without case, spaces and punctuation. Names that people could confuse with each other are equal in this
 * form.
 */
export function plainName(name: SQLWrapper | string): SQL {
  return sql`lower(regexp_replace(${name}, '[[:punct:][:space:]]+', '', 'g'))`;
}

/**
 * SQL: the host of a URL, spelled backwards, such as `elpmaxe.mool.` for `loom.example`. Reversed, a host begins with
 * its domain, so that an index can find all hosts of a domain. The host is cut, because an index cannot store a longer
 * text; DNS does not allow longer hosts anyway.
 */
export function reversedHost(url: SQLWrapper | string): SQL {
  return sql`reverse(left('.' || substring(lower(${url}) from '^https?://([^/:?#]+)'), 256))`;
}

export const companies = pgTable(
  'companies',
  {
    id: id(),
    name: text().notNull(),
    /** In Markdown. */
    description: text().notNull().default(''),
    ...summary(),
    /** An http(s) URL; empty if unknown. */
    website: text().notNull().default(''),
    /**
     * The website as last set by a site admin or proven by mail; empty if there is none. Email addresses at its domain
     * prove a claim of the company. `website` cannot be used for this, because owners and imports also write it.
     */
    trusted_website: text().notNull().default(''),
    /** An http(s) URL or a path on this site; empty if the company has no logo. */
    logo: text().notNull().default(''),
    /** What the company works in, such as "Textiles"; empty if unknown. */
    industry: text().notNull().default(''),
    /** The number of people who work there; empty if unknown. */
    size: text().$type<CompanySize | ''>().notNull().default(''),
    /** The year of the founding; null if unknown. */
    founded: integer(),
    /** Where the company is, as it says itself. */
    places: text().array().notNull().default([]),
    /** The https URLs of its pages at other sites. */
    links: text().array().notNull().default([]),
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
    check('companies_industry', sql`length(${table.industry}) <= ${literal(INDUSTRY_LENGTH)}`),
    check('companies_size', sql`${table.size} in ${oneOf(['', ...COMPANY_SIZES])}`),
    check(
      'companies_founded',
      sql`${table.founded} between ${literal(EARLIEST_FOUNDING)} and 9999`,
    ),
    check('companies_places', listLimit(table.places, MAX_PROFILE_PLACES, LOCATION_LENGTH)),
    check('companies_links', listLimit(table.links, MAX_PROFILE_LINKS, URL_LENGTH)),
    check('companies_source', sql`(${table.source} is null) = (${table.source_id} is null)`),
    uniqueIndex('companies_by_source').on(table.source, table.source_id),
    index('companies_by_name').on(sql`${table.name} collate "und-x-icu"`, table.id),
    index('companies_by_words').using('gin', sql`name_words(${table.name})`),
    index('companies_by_letters').on(sql`name_letters(${table.name})`),
    // Finds the companies that a registration would duplicate, by name and by host.
    index('companies_by_plain_name').on(plainName(table.name)),
    index('companies_by_host').on(sql`${reversedHost(table.website)} text_pattern_ops`),
  ],
);

/**
 * How many companies have the same plain name (key `n` + `plainName`) or the same host (`h` + `reversedHost`), so that
 * finding duplicates does not read all companies. Triggers of `companies` keep it.
 */
export const company_keys = pgTable(
  'company_keys',
  { key: text().primaryKey(), companies: integer().notNull() },
  (table) => [index('company_keys_shared').on(table.key).where(sql`${table.companies} > 1`)],
);

/**
 * What closed a job: its closing date, or an admin. If the job closed because its source no longer lists it, the column
 * is null.
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
    /** The places that do not fit into `location`; null if all of them fit. */
    more_places: text(),
    /** In Markdown. */
    description: text().notNull().default(''),
    ...summary(),
    salary: text().$type<Salary>().notNull().default(''),
    /** The places that the source states in structured form; null if it states only a text. */
    addresses: jsonb().$type<Address[]>(),
    workplace: text().$type<Workplace>(),
    employment: text().$type<Employment>(),
    /** The pay that the employer states: a unit, a currency, and a minimum, a maximum or both. */
    pay_minimum: doublePrecision(),
    pay_maximum: doublePrecision(),
    pay_currency: text(),
    pay_unit: text().$type<PayUnit>(),
    applyurl: text().notNull().default(''),
    /** The email address to which people apply. The job's page shows it. */
    applyemail: text().notNull().default(''),
    date: moment().notNull().defaultNow(),
    /** The closing date, that is, the last day on which the job is open where it is; null if unknown. */
    validthrough: date({ mode: 'string' }),
    /**
     * The closing date that the source stated at the latest import. If the source later states a different date, that
     * date replaces the date that an admin has set.
     */
    source_validthrough: date({ mode: 'string' }),
    /** When the job was closed; null while it is open. */
    closed_at: moment(),
    /**
     * What closed the job. Null while the job is open, and also if the job closed because its source no longer lists
     * it.
     */
    closed_by: text().$type<(typeof CLOSED_BY)[number]>(),
    /**
     * Whether an admin has reopened the job although its source no longer lists it. Imports do not close such a job.
     */
    kept_open: boolean().notNull().default(false),
    ...source(),
    /**
     * The feed from which the job was imported, if it is not the feed of its company: the `source_id` of a company that
     * was merged into this one. An import closes only the jobs of its own feed.
     */
    feed: text(),
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
      sql`num_nulls(${table.pay_currency}, ${table.pay_unit}, coalesce(${table.pay_maximum}, ${table.pay_minimum})) in (0, 3)
        and ${table.pay_minimum} between 0 and coalesce(${table.pay_maximum}, 'Infinity')
        and ${table.pay_minimum} < 'Infinity'
        and ${table.pay_maximum} >= 0 and ${table.pay_maximum} < 'Infinity'
        and ${table.pay_currency} ~ '^[A-Z]{3}$'
        and ${table.pay_unit} in ${oneOf(PAY_UNITS)}`,
    ),
    check('jobs_workplace', sql`${table.workplace} in ${oneOf(WORKPLACES)}`),
    check('jobs_employment', sql`${table.employment} in ${oneOf(EMPLOYMENTS)}`),
    check(
      'jobs_applyurl',
      sql`${table.applyurl} = '' or (${table.applyurl} ~* '^https?://[^/]' and length(${table.applyurl}) <= ${literal(URL_LENGTH)})`,
    ),
    check(
      'jobs_applyemail',
      sql`${table.applyemail} = '' or (${table.applyemail} ~ '^[^@\\s]+@[^@\\s]+$' and length(${table.applyemail}) <= ${literal(EMAIL_LENGTH)})`,
    ),
    check('jobs_source', sql`(${table.source} is null) = (${table.source_id} is null)`),
    check(
      'jobs_closed_by',
      sql`${table.closed_by} is null or (${table.closed_by} in ${oneOf(CLOSED_BY)} and ${table.closed_at} is not null)`,
    ),
    // Finds copies of a job (`jobs/drafts/find-copies.ts`).
    index('jobs_by_description').on(sql`(${descriptionDigest(table.description)})`),
    // Finds the next jobs to close, and the jobs that were closed most recently.
    index('jobs_by_validthrough')
      .on(table.validthrough)
      .where(sql`${table.closed_at} is null and ${table.validthrough} is not null`),
    index('jobs_closed').on(table.closed_at, table.id).where(sql`${table.closed_at} is not null`),
    index('jobs_closed_by_company')
      .on(table.company_id, table.closed_at, table.id)
      .where(sql`${table.closed_at} is not null`),
    // Lists the titles of open jobs in order, without reading the rest of the rows.
    index('jobs_open_by_title')
      .on(sql`${table.title} collate "C"`)
      .where(sql`${table.closed_at} is null`),
    // Finds the latest change of any job of a company.
    index('jobs_by_change').on(table.company_id, table.updated_at),
    // Finds all jobs of a company. Also guarantees that each job of a source exists at most once.
    uniqueIndex('jobs_by_source').on(table.company_id, table.source, table.source_id),
  ],
);

type AccountColumns = Record<
  'id' | 'name' | 'email' | 'verified_email' | 'last_sign_in_at',
  SQLWrapper
>;

/** SQL: what the list of people searches, in lower case. */
export function personText(row: Omit<AccountColumns, 'last_sign_in_at'>): SQL {
  return sql`lower(${row.name} || ' ' || ${row.email} || ' ' || coalesce(${row.verified_email}, '') || ' ' || ${row.id})`;
}

/** SQL: when a person last signed in. People who never signed in come first. */
export function lastSignIn({ last_sign_in_at }: Pick<AccountColumns, 'last_sign_in_at'>): SQL {
  return sql`coalesce(${last_sign_in_at}, '1970-01-01T00:00:00Z'::timestamptz)`;
}

export const accounts = pgTable(
  'accounts',
  {
    /** The subject that the identity provider assigned. */
    id: text().primaryKey(),
    name: text().notNull().default(''),
    /** The email address that the person has entered, which is not verified. */
    email: text().notNull().default(''),
    /**
     * The email address that the identity provider has verified; null if there is none, or if the provider has not been
     * asked yet.
     */
    verified_email: text(),
    bio: text().notNull().default(''),
    role: text().$type<Role>().notNull().default(DEFAULT_ROLE),
    /** The company that the account administers; null unless the role is company admin. */
    company_id: uuid().references(() => companies.id, { onDelete: 'restrict' }),
    /**
     * The time since which the person may not sign in and may do nothing; null unless a site admin has blocked them.
     */
    blocked_at: moment(),
    /** The reason of the block, for site admins; null unless the person is blocked. */
    blocked_reason: text(),
    /** When the person last signed in or a page renewed their session, to the hour; null if unknown. */
    last_sign_in_at: moment(),
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
    check(
      'accounts_blocked',
      sql`(${table.blocked_at} is null) = (${table.blocked_reason} is null) and length(${table.blocked_reason}) <= ${literal(BLOCK_REASON_LENGTH)}`,
    ),
    // Sorts the list of people: the newest first, or those who signed in last first.
    index('accounts_by_creation').on(table.created_at, table.id),
    index('accounts_by_last_sign_in').on(sql`(${lastSignIn(table)})`, table.id),
    index('accounts_by_text').using('gin', sql`(${personText(table)}) gin_trgm_ops`),
    index('accounts_blocked')
      .on(table.created_at, table.id)
      .where(sql`${table.blocked_at} is not null`),
    index('accounts_by_email').on(sql`lower(${table.email})`),
    index('accounts_by_verified_email').on(table.verified_email),
    index('accounts_by_company').on(table.company_id),
    index('accounts_of_site_admins').on(table.id).where(sql`${table.role} = 'siteadmin'`),
  ],
);

/** SQL: whether an actor in the audit trail is a person. A partial index has the same expression. */
export const isPerson = (actor: SQLWrapper) => sql`${actor} like 'actor-%'`;

/**
 * Audit trail: records every change of a job, a company or a role, with time, actor, action, and the row before and
 * after. Triggers write events in the transaction of the change, and refuse to change existing events
 * (`migrations/0000_release_1_0_0.sql`). The events of mails, drafts, reports and claims are written by the functions that
 * change them (`mail/commands.ts`, `jobs/drafts/record-transition.ts`, `reports/commands.ts`,
 * `claims/states/record-transition.ts`).
 */
export const audit_events = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** When the transaction of the change began. All events of a transaction have the same time. */
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /**
     * Who made the change: the actor key of a person (in the table `actors`) or a command; empty if it was neither. A
     * trigger replaces account ids by actor keys here, in the `thing_id` of accounts, and in the `account_id` of
     * memberships and claims.
     */
    actor: text().notNull(),
    action: text().$type<AuditAction>().notNull(),
    kind: text().$type<AuditedKind>().notNull(),
    thing_id: text().notNull(),
    /** The row before and after the change; null if it did not exist. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    check('audit_events_action', sql`${table.action} in ${oneOf(AUDIT_ACTIONS)}`),
    check('audit_events_kind', sql`${table.kind} in ${oneOf(AUDITED_KINDS)}`),
    index('audit_events_by_thing').on(table.kind, table.thing_id, table.id),
    // Lists the newest events of each kind and action, by anyone or by one actor.
    index('audit_events_by_kind').on(table.kind, table.action, table.at, table.id),
    index('audit_events_of_people')
      .on(table.kind, table.action, table.at, table.id)
      .where(isPerson(table.actor)),
    index('audit_events_by_actor').on(table.actor, table.kind, table.action, table.at, table.id),
    // Finds the rows that were deleted together with a company, because their events have the same time.
    index('audit_events_by_moment').on(table.at),
    // Finds deleted jobs, and jobs that moved to another company, by their ids at the source.
    index('audit_events_gone_by_source')
      .on(table.kind, sql`(${table.before} ->> 'source')`, sql`(${table.before} ->> 'source_id')`)
      .where(
        sql`${table.action} <> 'create' and (${table.after} is null or ${table.after} ->> 'company_id' <> ${table.before} ->> 'company_id')`,
      ),
  ],
);

/**
 * Idempotency keys: if a request to create a row is repeated with the same key, the existing row is returned. Each
 * account has its own keys.
 */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    account_id: text().notNull(),
    key: text().notNull(),
    /** A digest of the endpoint and the body. */
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
  /** The file name, which is derived from the content. */
  name: text().primaryKey(),
  /** When the file was last uploaded, assigned to a company, or released by one. */
  touched_at: moment().notNull().defaultNow(),
});
