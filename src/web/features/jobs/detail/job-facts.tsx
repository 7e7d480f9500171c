import type { ReactNode } from 'react';
import type { Job } from '#shared/contract/job-responses.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { CalendarDate } from '#web/ui/calendar-date.tsx';

type Facts = Pick<
  Job,
  'location' | 'moreplaces' | 'workplace' | 'eligibility' | 'salary' | 'pay' | 'date'
> & {
  validthrough?: string;
};

/** The number of places that are initially visible. */
const MAX_PLACES = 3;

/** The facts of a job: salary, places and dates. */
export function JobFacts({ job }: { job: Facts }) {
  const money = formatMoney(job);
  const places = [job.location, job.moreplaces].filter(Boolean).join('; ').split('; ');
  const more = places.slice(MAX_PLACES);
  return (
    <dl className="facts">
      <Fact name={job.pay?.source === 'description' ? 'Salary, from the description' : 'Salary'}>
        {money || <span className="text-muted font-normal">No salary stated</span>}
      </Fact>
      {places[0] && (
        <Fact name="Location">
          <bdi>{places.slice(0, MAX_PLACES).join('; ')}</bdi>
          {more.length > 0 && (
            <details>
              <summary>{`+${more.length}`}</summary>
              <bdi>{more.join('; ')}</bdi>
            </details>
          )}
        </Fact>
      )}
      {job.workplace && (
        <Fact name="Workplace">
          <span className="inline-block first-letter:uppercase">{job.workplace}</span>
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
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
