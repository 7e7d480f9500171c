import { index, json, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

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
    // `json` instead of `jsonb`, which rejects null characters, although clients may send them in parameters.
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
