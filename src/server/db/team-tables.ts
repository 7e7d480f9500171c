import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { TEAM_ROLES, type TeamRole } from '#shared/domain/team-roles.ts';
import { EMAIL_LENGTH } from '#shared/limits.ts';
import { mailboxOf } from './mailbox.ts';
import { accounts, companies, oneOf } from './schema.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * The teams of companies: which people may act for which companies. A person acts for one of their companies at a time,
 * `accounts.company_id`.
 *
 * Triggers keep both tables consistent (`migrations/0000_release_1_0_0.sql`): a company admin is a member of the company for
 * which they act; a person whose membership ends acts for the company that they joined next, or loses the role; and a
 * person who loses the role has no memberships.
 */
export const memberships = pgTable(
  'memberships',
  {
    id: uuid().primaryKey().defaultRandom(),
    account_id: text()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    role: text().$type<TeamRole>().notNull().default('owner'),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    check('memberships_role', sql`${table.role} in ${oneOf(TEAM_ROLES)}`),
    unique('memberships_once').on(table.account_id, table.company_id),
    index('memberships_by_company').on(table.company_id),
  ],
);

/**
 * Invitations to a team, which are sent by mail. An invitation is deleted once it is accepted or withdrawn, and some
 * time after it expired.
 *
 * Triggers delete the invitations of a person who may no longer invite (the migration `sent_invitations`), so that
 * nobody who was removed can return by an invitation that they have sent themselves.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey().defaultRandom(),
    company_id: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The email address to which the invitation was sent, normalized. */
    email: text().notNull(),
    role: text().$type<TeamRole>().notNull(),
    /** The account that sent the invitation; null if a version of the board without this column stored it. */
    invited_by: text().references(() => accounts.id, { onDelete: 'cascade' }),
    /** The SHA-256 digest of the token in the mail, so that nobody who reads the database can accept the invitation. */
    token_digest: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    expires_at: moment().notNull(),
  },
  (table) => [
    check('invitations_role', sql`${table.role} in ${oneOf(TEAM_ROLES)}`),
    check('invitations_email', sql`length(${table.email}) <= ${sql.raw(String(EMAIL_LENGTH))}`),
    unique('invitations_by_token').on(table.token_digest),
    // A company has at most one invitation for each address: the next invitation replaces it.
    unique('invitations_once').on(table.company_id, table.email),
    index('invitations_by_inviter').on(table.invited_by),
  ],
);

/**
 * One row for each invitation that was sent in the last day, including invitations that have ended. The rows are
 * counted to limit the mails to people who have not asked for them. After a company is deleted, its rows still count
 * for the limits of the person and the email address.
 */
export const sent_invitations = pgTable(
  'sent_invitations',
  {
    id: uuid().primaryKey().defaultRandom(),
    company_id: uuid().references(() => companies.id, { onDelete: 'set null' }),
    invited_by: text().references(() => accounts.id, { onDelete: 'set null' }),
    /** The email address, normalized. */
    email: text().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    check(
      'sent_invitations_email',
      sql`length(${table.email}) <= ${sql.raw(String(EMAIL_LENGTH))}`,
    ),
    index('sent_invitations_by_company').on(table.company_id),
    index('sent_invitations_by_inviter').on(table.invited_by),
    index('sent_invitations_by_mailbox').on(mailboxOf(table.email)),
  ],
);
