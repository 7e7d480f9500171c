import { useCallback, useId } from 'react';
import { useLoaded } from '#web/forms/use-loaded.ts';
import { useSession } from '#web/session/use-session.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** What search engines would still miss of a job, and how to mend it. */
export function PostingIssues({ id }: { id: string }) {
  const headingId = useId();
  const { api } = useSession();
  const load = useCallback(
    () => api('GET /api/jobs/:id/posting-issues', { params: { id } }),
    [api, id],
  );
  const loaded = useLoaded(load);
  if (loaded.status === 'missing') return null;
  const gaps = loaded.status === 'loaded' ? loaded.value.results : [];
  return (
    <section aria-labelledby={headingId} className="posting-issues">
      <h3 id={headingId} className="font-semibold">
        In Google’s job search
      </h3>
      {loaded.status === 'loading' && <Spinner />}
      {loaded.status === 'failed' && (
        <button type="button" className="text-button" onClick={loaded.retry}>
          Try again
        </button>
      )}
      {loaded.status === 'loaded' && gaps.length === 0 && <p>It has all that Google asks for.</p>}
      <Gaps
        title="Not shown there until this is mended:"
        gaps={gaps.filter(({ required }) => required)}
      />
      <Gaps title="Found more often with:" gaps={gaps.filter(({ required }) => !required)} />
    </section>
  );
}

function Gaps({ title, gaps }: { title: string; gaps: { property: string; advice: string }[] }) {
  const titleId = useId();
  if (gaps.length === 0) return null;
  return (
    <>
      <p id={titleId} className="mt-2">
        {title}
      </p>
      <ul aria-labelledby={titleId} className="mt-1 list-disc pl-5">
        {gaps.map(({ property, advice }) => (
          <li key={property}>{advice}</li>
        ))}
      </ul>
    </>
  );
}
