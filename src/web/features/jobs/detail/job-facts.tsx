import type { ReactNode } from 'react';
import type { Job } from '#shared/contract/job-responses.ts';
import { formatPay } from '#shared/format/pay.ts';
import { CalendarDate } from '#web/ui/calendar-date.tsx';

type Facts = Pick<Job, 'location' | 'moreplaces' | 'workplace' | 'salary' | 'pay' | 'date'> & {
  validthrough?: string;
};

/** The facts of a job: location, salary and dates. */
export function JobFacts({ job }: { job: Facts }) {
  return (
    <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4 border-y border-line py-5">
      {job.location && (
        <Fact name="Location">
          <bdi>{job.location}</bdi>
        </Fact>
      )}
      {job.moreplaces && (
        <Fact name="Also in">
          <bdi>{job.moreplaces}</bdi>
        </Fact>
      )}
      {job.workplace && (
        <Fact name="Workplace">
          <span className="inline-block first-letter:uppercase">{job.workplace}</span>
        </Fact>
      )}
      {job.salary && <Fact name="Salary">{`${job.salary} / Year`}</Fact>}
      {job.pay && <Fact name="Pay stated by the employer">{formatPay(job.pay)}</Fact>}
      <Fact name="Posted">
        <CalendarDate iso={job.date} />
      </Fact>
      {job.validthrough && (
        <Fact name="Closes on">
          <CalendarDate iso={job.validthrough} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
