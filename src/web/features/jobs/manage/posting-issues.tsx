import { useId } from 'react';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Shows what a job lacks for Google's job search, and how to fix it. */
export function PostingIssues({ id }: { id: string }) {
  const headingId = useId();
  const { api } = useSession();
  const result = useAsync(id, () => api('GET /api/jobs/:id/posting-issues', { params: { id } }));
  if (result.status === 'missing') return null;
  const issues = result.status === 'loaded' ? result.value.results : [];
  return (
    <section
      aria-labelledby={headingId}
      className="mt-3 w-full border-t border-line pt-5 text-small"
    >
      <h3 id={headingId} className="font-semibold">
        In Google’s job search
      </h3>
      {result.status === 'loading' && <Spinner />}
      {result.status === 'failed' && (
        <LoadFailed message="The advice could not be loaded." retry={result.retry} />
      )}
      {result.status === 'loaded' && issues.length === 0 && <p>Nothing is missing.</p>}
      <Issues title="Required by Google:" issues={issues.filter(({ required }) => required)} />
      <Issues title="Recommended by Google:" issues={issues.filter(({ required }) => !required)} />
    </section>
  );
}

function Issues({
  title,
  issues,
}: {
  title: string;
  issues: { property: string; advice: string }[];
}) {
  const titleId = useId();
  if (issues.length === 0) return null;
  return (
    <>
      <p id={titleId} className="mt-2">
        {title}
      </p>
      <ul aria-labelledby={titleId} className="mt-1 list-disc pl-5">
        {issues.map(({ property, advice }) => (
          <li key={property}>{advice}</li>
        ))}
      </ul>
    </>
  );
}
