import type { FailedMail } from '#shared/contract/mails.ts';
import type { FailedMailRow } from './queries.ts';

export function presentFailedMail(row: FailedMailRow): FailedMail {
  return {
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    status: row.status === 'unknown' ? 'unknown' : 'failed',
    reason: row.failure ?? '',
    attempts: row.attempts,
    created: row.created_at.toISOString(),
    resendable: row.resendable,
  };
}
