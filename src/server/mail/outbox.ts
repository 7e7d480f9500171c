import { and, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { type MailContent, mails } from '#server/db/mail-tables.ts';
import { mailboxOf } from '#server/db/mailbox.ts';
import type { MailConfig } from '#server/platform/config/config.ts';
import { mailAddress } from '#server/platform/config/mail-settings.ts';
import { ServiceUnavailableError } from '#server/platform/errors.ts';
import { addJob } from '#server/queue/queue.ts';
import { SEND_MAIL } from './jobs.ts';
import { oneLine } from './one-line.ts';
import { QUOTATION } from './quoted.ts';

/**
 * Text of one line, without control characters, which could end a header or forge a line in the text version of the
 * mail.
 */
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line');

/** A line that is shortened, because the names and titles in it are of any length. */
const shortLine = line(1_000).transform((text) => oneLine(text, 200));

/** The maximum numbers of jobs and of other items in a mail. */
export const MAX_MAIL_JOBS = 20;
export const MAX_MAIL_ITEMS = 20;

const link = z.url({ protocol: /^https?$/ }).max(2_000);

const content = z.strictObject({
  subject: shortLine.optional(),
  heading: shortLine,
  lead: shortLine.optional(),
  jobs: z
    .array(
      z.strictObject({
        title: line(1_000),
        url: link,
        company: line(1_000),
        pay: line(200).optional(),
        facts: z.union([line(1_000), z.literal('')]),
        open: line(1_000).optional(),
      }),
    )
    .max(MAX_MAIL_JOBS)
    .optional(),
  items: z
    .array(
      z.strictObject({
        title: line(1_000),
        url: link,
        action: z.strictObject({ label: line(60), url: link }).optional(),
      }),
    )
    .max(MAX_MAIL_ITEMS)
    .optional(),
  paragraphs: z.array(line(2_000).or(z.string().max(2_000).regex(QUOTATION))).max(20),
  code: z
    .string()
    .regex(/^\d{4} \d{4}$/)
    .optional(),
  button: z.strictObject({ label: line(60), url: link }).optional(),
  reason: line(500),
  links: z
    .array(z.strictObject({ label: line(60), url: link }))
    .max(5)
    .optional(),
  list: z
    .string()
    .regex(/^[\w.-]+$/)
    .max(250)
    .optional(),
  unsubscribe: link.optional(),
}) satisfies z.ZodType<MailContent>;

const mail = z
  .strictObject({
    /** The id of the mail; by default, a new one. */
    id: z.uuid().optional(),
    /** The email address of the recipient. A mail has only one. */
    to: mailAddress,
    /** The subject in the list of mails, which contains no code. */
    subject: shortLine,
    content,
    /** When the mail becomes useless (required for a mail with a code). After this time, it is not sent. */
    expiresAt: z.date().optional(),
    /** The turn of a mail with a code, which needs one, or of a mail that anyone can cause; see `mails.turn`. */
    turn: z.int().min(0).optional(),
    /**
     * The id of the account that the mail names, if it is not the recipient's. The deletion of that account deletes the
     * mail.
     */
    about: z.string().optional(),
  })
  .refine(({ content, expiresAt }) => !content.code || expiresAt, 'a code must expire')
  .refine(({ content, turn }) => !content.code || turn !== undefined, 'a code must have a turn');

export type Mail = z.input<typeof mail>;

/** The maximum number of mails to one mailbox per hour. It protects a person whose address others enter again and again. */
export const MAX_MAILS_PER_RECIPIENT = 20;

/**
 * The maximum number of mails of lists to one mailbox per hour. They are counted apart, so that a person who gets many of
 * them still gets codes.
 */
export const MAX_LIST_MAILS_PER_RECIPIENT = 6;

/** The condition that a mail belongs to a mailing list. */
export const isOfList = sql`coalesce(${mails.content} ? 'list', false)`;

export type Outbox = {
  /** Whether queued mails reach anyone: they are sent, or displayed at `/dev/mail`. */
  canSend: boolean;
  /**
   * Stores a mail in the caller's transaction. The mail is sent after the commit, and not at all if the transaction is
   * rolled back. Returns `refused` and stores nothing if the mailbox has received too many mails within an hour.
   * @throws ServiceUnavailableError if the board cannot send mails
   * @throws ZodError if the mail is invalid, for example if an email address or subject has a line feed
   */
  queue(tx: Database, mail: Mail): Promise<'queued' | 'refused'>;
};

/** Creates the outbox, which stores mails. `sender.ts` sends them. */
export function createOutbox({ delivery, from }: Pick<MailConfig, 'delivery' | 'from'>): Outbox {
  const canSend = delivery !== 'none';
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    canSend,
    async queue(tx, given) {
      if (!canSend) {
        throw new ServiceUnavailableError(
          'This site cannot send mail at present.',
          'No mail server is configured: set SMTP_URL and MAIL_FROM',
        );
      }
      const { id = uuidv7(), to, subject, content, ...rest } = mail.parse(given);
      if (await hasReceivedTooMany(tx, to, content.list !== undefined)) return 'refused';
      await tx.insert(mails).values({
        id,
        to_address: to,
        subject,
        content,
        message_id: `<${id}@${domain}>`,
        expires_at: rest.expiresAt ?? null,
        turn: rest.turn ?? null,
        about: rest.about ?? null,
        ...(delivery === 'smtp'
          ? { status: 'queued' }
          : { status: 'captured', finished_at: new Date() }),
      });
      if (delivery === 'smtp') await addJob(tx, { task: SEND_MAIL, id });
      return 'queued';
    },
  };
}

/** Expires mails that are not sent yet and have become useless, such as the mail with a replaced code. */
export async function expireMails(tx: Database, ids: string[]): Promise<void> {
  await tx
    .update(mails)
    .set({ expires_at: sql`now()` })
    .where(and(inArray(mails.id, ids), inArray(mails.status, ['queued', 'sending'])));
}

/**
 * Counts the mails of lists, or the others, under a lock that is held until the transaction ends. Otherwise, concurrent transactions could get
 * the same count.
 */
async function hasReceivedTooMany(
  tx: Database,
  address: string,
  isList: boolean,
): Promise<boolean> {
  const mailbox = mailboxOf(address);
  await tx.execute(
    sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.mailRecipient}, hashtext(${mailbox}))`,
  );
  const recent = await tx.$count(
    mails,
    sql`${mailboxOf(mails.to_address)} = ${mailbox} and ${mails.created_at} > now() - interval '1 hour' and ${isOfList} = ${isList}`,
  );
  return recent >= (isList ? MAX_LIST_MAILS_PER_RECIPIENT : MAX_MAILS_PER_RECIPIENT);
}
