import { useId } from 'react';
import type { CompanyFigures as Figures } from '#shared/contract/companies.ts';
import { formatCompactCount } from '#shared/format/count.ts';
import { formatNumber } from '#shared/format/number.ts';
import { pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { factsOf } from './figures-text.tsx';

type Props = {
  /** The id of the company. */
  id: string;
  figures: Figures;
};

/** Figures of a company's open jobs. Each place links to the company's jobs there. */
export function CompanyFigures({ id, figures: { jobs, pay, visa, places } }: Props) {
  const headingId = useId();
  if (jobs === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-8 text-small">
      <h2 id={headingId} className="text-[1rem] font-semibold">
        {jobs === 1 ? 'From its open job' : `From its ${formatNumber(jobs)} open jobs`}
      </h2>
      {places.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-x-5">
          {places.map(({ place, jobs: count }) => (
            <li key={place}>
              <PageLink
                href={pages.jobs({ company: id, location: place })}
                className="link inline-flex min-h-11 items-center md:min-h-8"
              >
                <bdi>{place}</bdi>
                <span>&nbsp;{`(${formatCompactCount(count)})`}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 text-muted first-letter:uppercase">
        {factsOf({ jobs, pay, visa }).join(' · ')}
      </p>
    </section>
  );
}
