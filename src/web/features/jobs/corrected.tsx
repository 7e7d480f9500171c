import type { Correction } from '#shared/contract/job-responses.ts';
import { type JobSearch, pages } from '#shared/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';

type Props = { correction: Correction; search: JobSearch };

/** What misspelt words may be meant as: offered, or shown already where they found nothing. */
export function Corrected({ correction: { q, applied }, search }: Props) {
  if (applied) {
    return (
      <p className="mb-6">
        Nothing has <strong>{search.q}</strong>. These are for <strong>{q}</strong>.
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
