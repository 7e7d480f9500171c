import type { Correction } from '#shared/contract/job-responses.ts';
import { type JobSearch, pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';

type Props = { correction: Correction; search: JobSearch };

/** A spelling correction: offered as a link, or already applied because the original search had no results. */
export function SpellingSuggestion({ correction: { q, applied }, search }: Props) {
  if (applied) {
    return (
      <p className="mb-6">
        No results for <strong>{search.q}</strong>. Showing results for <strong>{q}</strong>.
      </p>
    );
  }
  return (
    <p className="mb-6">
      Did you mean{' '}
      <PageLink href={pages.jobs({ ...search, q })} className="link">
        {q}
      </PageLink>
      ?
    </p>
  );
}
