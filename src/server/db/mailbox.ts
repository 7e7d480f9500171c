import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * SQL: the mailbox to which an email address leads, by the function `mailbox` of the database: the address in lower case,
 * without a subaddress (`+jobs`) and without what Gmail ignores. Limits count mailboxes, because one person could
 * otherwise receive mail at any number of spellings. Accounts are compared by the address, never by the mailbox.
 * https://www.rfc-editor.org/rfc/rfc5233 https://support.google.com/mail/answer/7436150
 */
export function mailboxOf(address: SQLWrapper | string): SQL<string> {
  return sql`mailbox(${address})`;
}
