import type { ReactNode } from 'react';
import type { Job } from '#shared/contract/job-responses.ts';
import { formatOffsets } from '#shared/format/offsets.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { pages } from '#shared/urls/paths.ts';
import { useSite } from '#web/data/use-site.ts';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { EligibilityLine } from '../residence/eligibility-line.tsx';

type Facts = Pick<
  Job,
  | 'location'
  | 'moreplaces'
  | 'workplace'
  | 'eligibility'
  | 'opento'
  | 'level'
  | 'visa'
  | 'salary'
  | 'pay'
  | 'date'
  | 'checked'
  | 'categories'
> & {
  validthrough?: string;
};

/** The number of places that are initially visible. */
const MAX_PLACES = 3;

/** The facts of a job: salary, places, who may apply, and dates. What is unknown is absent. */
export function JobFacts({ job }: { job: Facts }) {
  const { categories = [] } = useSite();
  const money = formatMoney(job);
  const places = [job.location, job.moreplaces].filter(Boolean).join('; ').split('; ');
  const eligibility = job.workplace === 'remote' && job.eligibility;
  return (
    <dl className="facts">
      <Fact name={job.pay?.source === 'description' ? 'Salary, from the description' : 'Salary'}>
        {money || <span className="text-muted font-normal">No salary stated</span>}
      </Fact>
      {places[0] && (
        <Fact name="Location">
          <Places names={places} />
        </Fact>
      )}
      {job.workplace && <Fact name="Workplace">{capitalized(job.workplace)}</Fact>}
      {job.categories?.[0] && (
        <Fact name="Categories">
          {categories.map(
            ({ slug, name }) =>
              job.categories?.includes(slug) && (
                <PageLink key={slug} href={pages.category(slug)}>
                  {name}
                </PageLink>
              ),
          )}
        </Fact>
      )}
      {job.level && <Fact name="Level">{capitalized(job.level)}</Fact>}
      {job.visa && <Fact name="Visa">Sponsored</Fact>}
      {eligibility && (
        <>
          {job.opento.length > 0 && (
            <Fact name="Open to">
              <Places names={job.opento} />
              <EligibilityLine eligibility={eligibility} />
            </Fact>
          )}
          {eligibility.offset && <Fact name="Time zones">{formatOffsets(eligibility.offset)}</Fact>}
        </>
      )}
      <Fact name="Posted">
        <CalendarDate iso={job.date} />
      </Fact>
      {job.validthrough && (
        <Fact name="Closes on">
          <CalendarDate iso={job.validthrough} />
        </Fact>
      )}
      {job.checked && (
        <Fact name="Checked on">
          <CalendarDate iso={job.checked} />
        </Fact>
      )}
    </dl>
  );
}

/** Names of places, the first of them visible. */
function Places({ names }: { names: string[] }) {
  const more = names.slice(MAX_PLACES);
  return (
    <>
      <bdi>{names.slice(0, MAX_PLACES).join('; ')}</bdi>
      {more.length > 0 && (
        <details>
          <summary>{`+${more.length}`}</summary>
          <bdi>{more.join('; ')}</bdi>
        </details>
      )}
    </>
  );
}

const capitalized = (value: string) => (
  <span className="inline-block first-letter:uppercase">{value}</span>
);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
