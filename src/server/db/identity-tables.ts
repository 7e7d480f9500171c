import { index, json, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** Keys of the embedded identity provider: tokens are signed with the private key (a JWK), cookies with the secret. */
export const identity_keys = pgTable('identity_keys', {
  /** The key id in tokens (`kid`): the JWK thumbprint. */
  id: text().primaryKey(),
  private_key: jsonb().$type<Record<string, unknown>>().notNull(),
  cookie_secret: text().notNull(),
  created_at: moment().notNull().defaultNow(),
});

/** Sessions, grants and codes of the embedded identity provider, each under the name of its kind. */
export const identity_state = pgTable(
  'identity_state',
  {
    kind: text().notNull(),
    id: text().notNull(),
    // `json` rather than `jsonb`, which rejects null characters; clients may send them in parameters.
    payload: json().$type<Record<string, unknown>>().notNull(),
    grant_id: text(),
    uid: text(),
    /** When a code was used. A code is valid for one use. */
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
