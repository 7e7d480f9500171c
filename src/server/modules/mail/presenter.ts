import type { Mail } from '#shared/contract/mails.ts';
import type { MailRow } from './queries.ts';

export function presentMail(row: MailRow): Mail {
  return {
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    status: row.status === 'sending' ? 'queued' : row.status,
    reason: row.failure ?? '',
    attempts: row.attempts,
    created: row.created_at.toISOString(),
    resendable: row.resendable,
  };
}

/** The columns of the CSV file. */
export const MAIL_HEADER = ['ID', 'To', 'Subject', 'Status', 'Reason', 'Attempts', 'Created'];

/** The cells of a mail, in the order of `MAIL_HEADER`. */
export function mailCells(row: MailRow): string[] {
  const mail = presentMail(row);
  return [
    mail.id,
    mail.to,
    mail.subject,
    mail.status,
    mail.reason,
    String(mail.attempts),
    mail.created,
  ];
}
