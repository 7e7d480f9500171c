import { jobOrder } from '#shared/constants/job-search.ts';
import { type JobSearch, pages } from '#shared/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';

const LABELS = { match: 'Best match', newest: 'Newest', salary: 'Highest salary' } as const;

/** The orders that a list can have, as links; a best match is one of words. */
export function JobOrderLinks({ search }: { search: JobSearch }) {
  const order = jobOrder(search.q, search.sort);
  const standard = jobOrder(search.q, undefined);
  return (
    <nav aria-label="Order" className="order">
      <span aria-hidden="true">Sort by</span>
      {(['match', 'newest', 'salary'] as const).map(
        (each) =>
          (each !== 'match' || search.q) && (
            <PageLink
              key={each}
              href={pages.jobs({ ...search, sort: each === standard ? undefined : each })}
              className="text-button"
              resetScroll={false}
              {...(each === order && { 'aria-current': 'true' as const })}
            >
              {LABELS[each]}
            </PageLink>
          ),
      )}
    </nav>
  );
}
