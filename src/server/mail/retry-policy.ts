const MINUTE = 60_000;

/**
 * The maximum number of attempts to send a mail. With the delays below, mails are still sent after the mail server was
 * down for half a day.
 */
export const MAX_ATTEMPTS = 12;

const MAX_DELAY = 4 * 60 * MINUTE;

/** The delay before the next attempt (ms): exponential back-off, beginning with a minute. */
export function retryDelay(attempts: number): number {
  return Math.min(2 ** (attempts - 1) * MINUTE, MAX_DELAY);
}

/**
 * How many attempts to send a mail may have an unknown outcome. After the first, the mail is sent once more, because a
 * duplicate does less harm than a missing mail.
 */
export const MAX_UNKNOWN_OUTCOMES = 2;

/** The delay before a mail whose outcome is unknown is sent again (ms). */
export const UNKNOWN_DELAY = 5 * MINUTE;

/**
 * After this time, an attempt without an outcome counts as interrupted (ms). The time is longer than an attempt can
 * take, so the process of the attempt must have ended.
 */
export const INTERRUPTED_AFTER = 5 * MINUTE;
