import { useId } from 'react';
import { formatCompactCount } from '#shared/format/count.ts';
import { pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';

type Props = {
  /** The id of the company. */
  id: string;
  places: { place: string; jobs: number }[];
};

/** The places of a company's open jobs. Each place links to the company's jobs there. */
export function CompanyPlaces({ id, places }: Props) {
  const headingId = useId();
  if (places.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-8">
      <h2 id={headingId} className="font-semibold">
        Places
      </h2>
      <ul className="mt-1 flex flex-wrap gap-x-5 text-small">
        {places.map(({ place, jobs }) => (
          <li key={place}>
            <PageLink
              href={pages.jobs({ company: id, location: place })}
              className="link inline-flex min-h-11 items-center md:min-h-8"
            >
              <bdi>{place}</bdi>
              <span>&nbsp;{`(${formatCompactCount(jobs)})`}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
