import { gone, ProblemError } from '#server/http/api/problem.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import { formatDate } from '#shared/format/day.ts';
import { closingTime } from '../queries.ts';

type Lifetime = { closed_at: Date | null; closes_at: Date | null; validthrough: PlainDate | null };

/**
 * The closing date after a renewal. A renewal requires an open job with a closing date, and never moves that date to an
 * earlier day.
 * @param next the closing date of a job that is renewed now
 * @throws ProblemError 409, 410 if the job is closed
 */
export function renewedDate(job: Lifetime, next: PlainDate): PlainDate {
  if (closingTime(job)) throw gone('job');
  if (!job.validthrough) throw new ProblemError(409, 'This job has no closing date.');
  if (job.validthrough >= next) throw renewedAlready(job.validthrough);
  return next;
}

/**
 * The closing date after a renewal by a mailed link. The link is valid only while the job has the closing date in the
 * link. The error messages say what people who are not signed in can do.
 * @param date the closing date in the link
 * @param next as for `renewedDate`
 * @throws ProblemError 409, 410 if the job is closed
 */
export function renewedDateByLink(job: Lifetime, date: PlainDate, next: PlainDate): PlainDate {
  const closed = closingTime(job);
  if (closed) {
    const isLastDay = closed.getTime() === job.closes_at?.getTime();
    const day = formatDate(isLastDay && job.validthrough ? job.validthrough : closed.toISOString());
    throw new ProblemError(410, `This job closed on ${day}. Log in to reopen it.`);
  }
  if (!job.validthrough) throw new ProblemError(409, 'This job no longer has a closing date.');
  if (job.validthrough > date) throw renewedAlready(job.validthrough);
  if (job.validthrough < date) {
    const day = formatDate(job.validthrough);
    throw new ProblemError(409, `The closing date was changed to ${day}. Log in to renew the job.`);
  }
  return renewedDate(job, next);
}

function renewedAlready(validthrough: PlainDate): ProblemError {
  return new ProblemError(
    409,
    `This job is already renewed: it is open until ${formatDate(validthrough)}.`,
  );
}
