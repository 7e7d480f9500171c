import type { ReactNode } from 'react';
import type { JobDraft } from '#shared/contract/job-drafts.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import { CalendarDate } from '#web/ui/calendar-date.tsx';

type Props = { job: Omit<JobDraft['job'], 'title' | 'company' | 'description' | 'type'> };

/** The facts of a job that is not published. */
export function DraftFacts({ job }: Props) {
  return (
    <dl className="facts">
      <Fact name="Salary">{formatMoney(job)}</Fact>
      <Fact name="Location">{job.location}</Fact>
      <Fact name="Workplace">{job.workplace}</Fact>
      <Fact name="Hours">{job.employment}</Fact>
      <Fact name="Closes on">
        {job.validthrough === null
          ? `${JOB_LIFETIME_DAYS} days after its publication`
          : job.validthrough && <CalendarDate iso={job.validthrough} />}
      </Fact>
      {/* The URL is not a link, because it is not checked yet. */}
      <Fact name="Apply URL">{job.applyurl}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt>{name}</dt>
      <dd className="wrap-anywhere">
        {children ? (
          <bdi>{children}</bdi>
        ) : (
          <span className="text-muted font-normal">Not stated</span>
        )}
      </dd>
    </div>
  );
}
