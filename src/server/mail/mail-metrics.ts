import { Counter, type Registry } from 'prom-client';

/**
 * The outcomes of attempts to send a mail. `retried`: the mail stays in the outbox. `failed`: the mail server refuses
 * the mail for good, or the last attempt has failed. `unknown`: the mail server may have accepted the mail. `expired`:
 * the mail became useless before an attempt succeeded.
 */
export const MAIL_OUTCOMES = ['sent', 'retried', 'failed', 'unknown', 'expired'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** Creates the metrics of mails. */
export function mailMetrics(registry: Registry): (outcome: MailOutcome) => void {
  const attempts = new Counter({
    name: 'board_mail_attempts_total',
    help: 'Attempts to send an email; the screen Mail shows the reasons for failures to site admins.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of MAIL_OUTCOMES) attempts.inc({ outcome }, 0);
  return (outcome) => attempts.inc({ outcome });
}
