import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { mailboxOf } from './mailbox.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** Keys of the embedded identity provider. The private key (a JWK) signs tokens, and the secret signs cookies. */
export const identity_keys = pgTable('identity_keys', {
  /** The key id in tokens (`kid`), which is the thumbprint of the JWK. */
  id: text().primaryKey(),
  private_key: jsonb().$type<Record<string, unknown>>().notNull(),
  cookie_secret: text().notNull(),
  created_at: moment().notNull().defaultNow(),
});

/** Sessions, grants and codes of the embedded identity provider. */
export const identity_state = pgTable(
  'identity_state',
  {
    kind: text().notNull(),
    id: text().notNull(),
    // `json`, because clients may send null characters in parameters, and `jsonb` rejects them.
    payload: json().$type<Record<string, unknown>>().notNull(),
    grant_id: text(),
    uid: text(),
    /** When a code was used; a code is valid for only one use. */
    consumed_at: moment(),
    expires_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('identity_state_by_grant').on(table.grant_id),
    index('identity_state_by_uid').on(table.uid),
    index('identity_state_by_expiry').on(table.expires_at),
  ],
);

/** The people who have signed in at the embedded identity provider and proven who they are. */
export const identity_users = pgTable('identity_users', {
  /** The subject in tokens, which is also the id of the account. It never changes. */
  id: text().primaryKey(),
  /** The name that a new account gets. */
  name: text().notNull(),
  created_at: moment().notNull().defaultNow(),
});

/**
 * The identities with which a user signs in: an email address that was proven with a code, or a subject of another
 * provider. An identity belongs to one user; a user may have several.
 */
export const identity_links = pgTable(
  'identity_links',
  {
    /** `email`, or the issuer of the other provider. */
    issuer: text().notNull(),
    /** The normalized email address, or the subject at the other provider. */
    subject: text().notNull(),
    user_id: text()
      .notNull()
      .references(() => identity_users.id, { onDelete: 'cascade' }),
    /** The normalized email address that this identity proves; null if it proves none. */
    verified_email: text(),
    created_at: moment().notNull().defaultNow(),
    last_used_at: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('identity_links_by_user').on(table.user_id),
    index('identity_links_by_verified_email').on(table.verified_email),
  ],
);

/** Sign-in codes that were sent by mail. Closed and expired codes stay for another day, because limits count them. */
export const identity_codes = pgTable(
  'identity_codes',
  {
    id: uuid().primaryKey(),
    /** The sign-in for which the code is valid. */
    interaction: text().notNull(),
    email: text().notNull(),
    /** The HMAC of the client network that requested the code. */
    network: text().notNull(),
    /** The HMAC of the routing prefix of that network; empty if a version of the board without this column stored it. */
    prefix: text().notNull().default(''),
    /** The HMAC of the code. */
    code_hash: text().notNull(),
    tries: smallint().notNull().default(0),
    /** When the code was used or replaced. */
    closed_at: moment(),
    expires_at: moment().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('identity_codes_open').on(table.interaction).where(sql`${table.closed_at} is null`),
    index('identity_codes_by_mailbox').on(mailboxOf(table.email), table.created_at),
    index('identity_codes_by_network').on(table.network, table.created_at),
    index('identity_codes_by_prefix').on(table.prefix, table.created_at),
    index('identity_codes_by_creation').on(table.created_at),
  ],
);

/**
 * The data that people see in the list of their sessions. The session itself is in `identity_state`: a row here without
 * one there belongs to a session that has ended.
 */
export const identity_sessions = pgTable(
  'identity_sessions',
  {
    /** The `uid` of the session, which stays the same when the cookie changes, and the `sid` of access tokens. */
    id: text().primaryKey(),
    /** The subject of the person. */
    user_id: text().notNull(),
    /** The `User-Agent` header at the last use, shortened. */
    user_agent: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    last_used_at: moment().notNull().defaultNow(),
  },
  (table) => [index('identity_sessions_by_user').on(table.user_id)],
);

/** The passkeys of users. The private keys never leave the people's devices. https://www.w3.org/TR/webauthn-3/ */
export const identity_passkeys = pgTable(
  'identity_passkeys',
  {
    id: uuid().primaryKey(),
    /** The id that the authenticator has chosen (Base64url). */
    credential_id: text().notNull().unique(),
    user_id: text()
      .notNull()
      .references(() => identity_users.id, { onDelete: 'cascade' }),
    /** The public key in COSE format (Base64url). */
    public_key: text().notNull(),
    /** How often the authenticator has signed; 0 if it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How browsers can reach the authenticator, such as `internal` and `usb`. */
    transports: text().array().notNull(),
    /** The name by which the person recognizes the passkey. */
    name: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    last_used_at: moment(),
  },
  (table) => [index('identity_passkeys_by_user').on(table.user_id)],
);
