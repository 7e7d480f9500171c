import { index, json, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * What the embedded identity provider signs with: tokens with the private key (a JWK), cookies with
 * the secret.
 */
export const identity_keys = pgTable('identity_keys', {
  /** The key's id in tokens: its thumbprint. */
  id: text().primaryKey(),
  private_key: jsonb().$type<Record<string, unknown>>().notNull(),
  cookie_secret: text().notNull(),
  created_at: moment().notNull().defaultNow(),
});

/** The embedded identity provider's sessions, grants and codes, each under its kind's name. */
export const identity_state = pgTable(
  'identity_state',
  {
    kind: text().notNull(),
    id: text().notNull(),
    // Not jsonb, which refuses the null characters that a client may put into its parameters.
    payload: json().$type<Record<string, unknown>>().notNull(),
    grant_id: text(),
    uid: text(),
    /** When a code was used: it is good for one use. */
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
