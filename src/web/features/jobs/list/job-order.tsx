import { type JobOrder, jobOrder } from '#shared/domain/job-search.ts';
import { type JobSearch, pages } from '#shared/urls/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';

const LABELS = { match: 'Best match', newest: 'Newest', salary: 'Highest salary' } as const;

/** Links that change the order of a list. "Best match" requires a text search. */
export function JobOrderLinks({ search }: { search: JobSearch }) {
  const order = jobOrder(search.q, search.sort);
  const defaultOrder = jobOrder(search.q, undefined);
  return (
    <nav aria-label="Order">
      <span aria-hidden="true" className="text-muted">
        Sort by
      </span>
      {(Object.keys(LABELS) as JobOrder[]).map(
        (option) =>
          (option !== 'match' || search.q) && (
            <ButtonLink
              key={option}
              href={pages.jobs({ ...search, sort: option === defaultOrder ? undefined : option })}
              variant="text"
              resetScroll={false}
              {...(option === order && { 'aria-current': 'true' as const })}
            >
              {LABELS[option]}
            </ButtonLink>
          ),
      )}
    </nav>
  );
}
