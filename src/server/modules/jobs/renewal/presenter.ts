import { ProblemError } from '#server/http/api/problem.ts';
import type { JobRenewal } from '#shared/contract/job-renewals.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import { formatDate } from '#shared/format/day.ts';
import type { DeletedJob, JobRow } from '../queries.ts';
import { deletedJob, foreignJob } from './commands.ts';
import { renewedDateByLink } from './policy.ts';
import type { Renewal } from './token.ts';

type Options = {
  /** What is known of a job that was deleted. */
  deleted?: DeletedJob | undefined;
  /** Whether the recipient of the link may still edit the job. */
  mayEdit: boolean;
  rules: Pick<BoardRules, 'daysOpen'>;
};

/** Presents the job of a link, and whether the link can renew it. */
export function presentRenewal(
  { id, validthrough: date }: Renewal,
  row: JobRow | undefined,
  { deleted, mayEdit, rules }: Options,
): JobRenewal {
  if (!row) {
    const title = deleted?.title ?? '';
    const { message: detail } = deletedJob();
    return { id, title, company: null, validthrough: '', renewable: false, detail };
  }
  const { job, company } = row;
  const shown = {
    id,
    title: job.title,
    company: { id: company.id, name: company.name, logo: company.logo },
    validthrough: job.validthrough ?? '',
  };
  try {
    if (!mayEdit) throw foreignJob();
    const next = renewedDateByLink(job, date, defaultClosingDate(new Date(), rules.daysOpen));
    return {
      ...shown,
      renewable: true,
      detail: `If you renew it, it closes on ${formatDate(next)}.`,
    };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { ...shown, renewable: false, detail: error.message };
  }
}
