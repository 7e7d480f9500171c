import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { mailboxOf } from './mailbox.ts';
import { oneOf } from './schema.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * The states of a mail. `queued`: to be sent at `next_attempt_at`. `sending`: an attempt has begun, and its outcome is
 * not known yet. `sent`: the mail server has accepted it. `failed`: it will not be sent. `unknown`: the mail server may
 * have accepted it, and it is not sent again. `captured`: it does not leave the board, because no mail server is
 * configured; it can be read at `/dev/mail`.
 */
export const MAIL_STATUSES = [
  'queued',
  'sending',
  'sent',
  'failed',
  'unknown',
  'captured',
] as const;

type MailLink = { label: string; url: string };

/** An open job in a mail, as lists show it. */
export type MailJob = {
  title: string;
  url: string;
  company: string;
  pay?: string | undefined;
  /** Its type, workplace and place in one line. */
  facts: string;
  /** Where people may do it from. */
  open?: string | undefined;
};

/** The content of a mail, which is written as text and as HTML. */
export type MailContent = {
  /**
   * The subject that is sent instead of the one in the list of mails, because it contains a code. The content is deleted
   * once the mail is sent, and site admins do not see it.
   */
  subject?: string | undefined;
  heading: string;
  /** What the heading is about, such as a search. */
  lead?: string | undefined;
  /** Jobs, those of a company next to each other. */
  jobs?: MailJob[] | undefined;
  /** Things with a page of their own, such as jobs, and what the recipient can do with each. */
  items?: { title: string; url: string; action?: MailLink | undefined }[] | undefined;
  paragraphs: string[];
  /** A code to type, displayed large. */
  code?: string | undefined;
  /** The one button, which leads to an http(s) URL. */
  button?: MailLink | undefined;
  /** The last line: why the recipient gets this mail. */
  reason: string;
  /** Further links for the recipient, below the reason. */
  links?: MailLink[] | undefined;
  /** The mailing list that the mail belongs to, if it is one of a list: https://www.rfc-editor.org/rfc/rfc2919 */
  list?: string | undefined;
  /** The URL at which the recipient ends mails of this kind. A POST request to it ends them (RFC 8058). */
  unsubscribe?: string | undefined;
};

/** SQL: what the list of mails searches, in lower case. */
export function mailText(row: { to_address: SQLWrapper; subject: SQLWrapper }): SQL {
  return sql`lower(${row.to_address} || ' ' || ${row.subject})`;
}

/** The outbox: mails that are stored in the transaction of their cause, and sent afterwards. */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    to_address: text().notNull(),
    subject: text().notNull(),
    /** Null once the content is deleted: for a code, as soon as the mail is sent or expired. */
    content: jsonb().$type<MailContent>(),
    /** The `Message-ID` of every attempt, by which mail programs recognize duplicates. */
    message_id: text().notNull(),
    status: text().$type<(typeof MAIL_STATUSES)[number]>().notNull(),
    /** Why the latest attempt failed; null if it did not. */
    failure: text(),
    /** The number of attempts that have begun. */
    attempts: integer().notNull().default(0),
    /** The number of attempts after which it is unknown whether the mail server accepted the mail. */
    unknown_outcomes: integer().notNull().default(0),
    created_at: moment().notNull().defaultNow(),
    /** When a queued mail is due. */
    next_attempt_at: moment().notNull().defaultNow(),
    /** When the latest attempt began. */
    attempted_at: moment(),
    /** When the mail became `sent`, `failed`, `unknown` or `captured`. */
    finished_at: moment(),
    /** When the mail becomes useless. It is not sent afterwards. */
    expires_at: moment(),
    /**
     * For a mail with a code: its turn. The lowest turn is sent first, and mails without one last. Each further code of a
     * network that waits gets a later turn, so that networks take turns (fair queuing). Turns from `FIRST_LATER_TURN` on are
     * those of other mails that strangers can cause, such as the confirmation of an alert.
     */
    turn: integer(),
    /**
     * The account that the content names, if it is not the recipient's. The deletion of that account deletes the mail.
     */
    about: text(),
  },
  (table) => [
    check('mails_status', sql`${table.status} in ${oneOf(MAIL_STATUSES)}`),
    check(
      'mails_content',
      sql`${table.content} is not null or ${table.status} not in ('queued', 'sending')`,
    ),
    // This index finds mails that are due, and attempts that were interrupted.
    index('mails_pending')
      .on(table.next_attempt_at)
      .where(sql`${table.status} in ('queued', 'sending')`),
    // This index finds the mail that is sent next.
    index('mails_queued')
      .on(table.turn, table.next_attempt_at)
      .where(sql`${table.status} = 'queued'`),
    // This index is for the list of mails that need attention.
    index('mails_failed')
      .on(table.created_at, table.id)
      .where(sql`${table.status} in ('failed', 'unknown')`),
    // These indexes are for the list of all mails, and of the mails with one status.
    index('mails_by_creation').on(table.created_at, table.id),
    index('mails_by_status').on(table.status, table.created_at, table.id),
    index('mails_by_text').using('gin', sql`(${mailText(table)}) gin_trgm_ops`),
    index('mails_finished').on(table.finished_at).where(sql`${table.finished_at} is not null`),
    // This index finds the mails about a person, which are deleted with the person's account.
    index('mails_about').on(table.about).where(sql`${table.about} is not null`),
    // This index counts the mails to one recipient, whose number is limited.
    index('mails_by_mailbox').on(mailboxOf(table.to_address), table.created_at),
  ],
);

/** Why no mails are sent: a site admin has paused them, or the board was restored from a backup. */
export const MAIL_PAUSES = ['admin', 'restored'] as const;

/** The state of sending, in one row. Without a row, mails are sent. */
export const mail_state = pgTable(
  'mail_state',
  {
    id: smallint().primaryKey().default(1),
    /** The time since which no mails are sent; null if they are sent. */
    paused_at: moment(),
    pause_reason: text().$type<(typeof MAIL_PAUSES)[number]>(),
    /**
     * The earliest time at which the next mail may be sent, for the limit of mails per minute; null if the servers of
     * the board have no mail server.
     */
    next_send_at: moment(),
  },
  (table) => [
    check('mail_state_single', sql`${table.id} = 1`),
    check(
      'mail_state_pause',
      sql`(${table.paused_at} is null) = (${table.pause_reason} is null) and ${table.pause_reason} in ${oneOf(MAIL_PAUSES)}`,
    ),
  ],
);
