import type { Correction } from '#shared/contract/job-responses.ts';
import { type JobSearch, pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';

type Props = { correction: Correction; search: JobSearch };

/** A spelling correction: offered as a link, or already applied, with a link to the search as typed. */
export function SpellingSuggestion({ correction: { q, applied, instead }, search }: Props) {
  return (
    <p className="mb-6">
      {applied ? (
        <>
          Showing results for <strong>{q}</strong>. Search instead for{' '}
        </>
      ) : (
        'Did you mean '
      )}
      <PageLink href={pages.jobs({ ...search, q: applied ? instead : q })} className="link">
        {applied ? search.q : q}
      </PageLink>
      {applied ? '.' : '?'}
    </p>
  );
}
