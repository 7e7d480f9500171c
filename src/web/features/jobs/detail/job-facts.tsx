import { type ReactNode, useState } from 'react';
import type { Job } from '#shared/contract/job-responses.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';

/** In a separate chunk, because it is needed only when a visitor asks for it. */
const EligibilityNote = lazyComponent(
  async () => (await import('./eligibility-note.tsx')).EligibilityNote,
);

type Facts = Pick<
  Job,
  'location' | 'moreplaces' | 'workplace' | 'eligibility' | 'salary' | 'pay' | 'date'
> & {
  validthrough?: string;
};

/** The facts of a job: location, salary and dates. */
export function JobFacts({ job }: { job: Facts }) {
  const money = formatMoney(job);
  const [isAsked, setIsAsked] = useState(false);
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
      {job.workplace === 'remote' && (
        <div className="js-only min-w-0">
          <dt className="text-small text-muted">Can I work from my country?</dt>
          <dd className="font-semibold wrap-anywhere">
            {isAsked ? (
              <EligibilityNote fallback="…" eligibility={job.eligibility} />
            ) : (
              <Button variant="text" onClick={() => setIsAsked(true)}>
                Check
              </Button>
            )}
          </dd>
        </div>
      )}
      {money && (
        <Fact name={job.pay?.source === 'description' ? 'Salary, from the description' : 'Salary'}>
          {money}
        </Fact>
      )}
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
