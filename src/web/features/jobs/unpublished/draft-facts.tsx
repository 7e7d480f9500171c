import type { ReactNode } from 'react';
import type { JobDraft } from '#shared/contract/job-drafts.ts';
import { JOB_LABELS, JOB_TEXTS, type JobText } from '#shared/domain/job-fields.ts';
import { numberOfDays } from '#shared/format/days.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import { useSite } from '#web/data/use-site.ts';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { describeCorrections } from '../form/category-choice.ts';

type Props = { job: Omit<JobDraft['job'], 'company'> };

/** The texts that are not facts, because the job's page shows them elsewhere. */
const ELSEWHERE: JobText[] = ['type', 'title', 'description'];

/** The facts of a job that is not published. */
export function DraftFacts({ job }: Props) {
  const { daysOpen = JOB_LIFETIME_DAYS, categories } = useSite();
  const corrections = job.corrections && describeCorrections(job.corrections, categories);
  return (
    <dl className="facts">
      <Fact name="Salary">{formatMoney(job)}</Fact>
      <Fact name="Workplace">{job.workplace}</Fact>
      <Fact name="Hours">{job.employment}</Fact>
      <Fact name="Closes on">
        {job.validthrough === null
          ? `${numberOfDays(daysOpen)} after its publication`
          : job.validthrough && <CalendarDate iso={job.validthrough} />}
      </Fact>
      {corrections && <Fact name={JOB_LABELS.corrections}>{corrections}</Fact>}
      {/* The apply URL is not a link, because it is not checked yet. */}
      {JOB_TEXTS.filter((name) => !ELSEWHERE.includes(name)).map((name) => (
        <Fact key={name} name={JOB_LABELS[name]}>
          {job[name]}
        </Fact>
      ))}
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
