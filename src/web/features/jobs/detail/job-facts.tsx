import { type ReactNode, useState } from 'react';
import type { Job } from '#shared/contract/job-responses.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';

/** This component is in a separate chunk, because it is needed only when a visitor asks for it. */
const EligibilityNote = lazyComponent(
  async () => (await import('./eligibility-note.tsx')).EligibilityNote,
);

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
  const [isAsked, setIsAsked] = useState(false);
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
      {job.workplace === 'remote' && (
        <div className="js-only min-w-0">
          <dt>Can I work from my country?</dt>
          <dd>
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
