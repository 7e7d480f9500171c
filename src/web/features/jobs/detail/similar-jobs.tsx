import { useEffect, useRef, useState } from 'react';
import type { Job, JobListItem } from '#shared/contract/job-responses.ts';
import { pages } from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { JobGrid } from '../list/job-grid.tsx';

/** The similar jobs of this visit, by the id of the job. After Back, they are shown at once, so that nothing moves. */
const known = new Map<string, JobListItem[]>();

/** Open jobs that are similar to this one. They are loaded when the visitor scrolls near them. */
export function SimilarJobs({ job: { id, title } }: { job: Pick<Job, 'id' | 'title'> }) {
  const api = useApi();
  const section = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  const { status } = useAsync(isNear ? id : undefined, async () => {
    known.set(id, (await api('GET /api/jobs/:id/similar', { params: { id } })).results);
  });
  const jobs = known.get(id);

  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setIsNear(true),
      { rootMargin: '300px' },
    );
    if (section.current) observer.observe(section.current);
    return () => observer.disconnect();
  }, []);

  if (jobs?.length === 0) return null;
  return (
    <section
      ref={section}
      aria-labelledby="similar"
      className="similar-jobs"
      aria-busy={status === 'loading'}
    >
      <h2 id="similar" className="section-title">
        Similar jobs
      </h2>
      {jobs && <JobGrid jobs={jobs} heading="h3" />}
      <p className="mt-6">
        <PageLink
          href={pages.jobs({ q: title })}
          className="link inline-flex min-h-11 items-center"
        >
          Search for more
        </PageLink>
      </p>
    </section>
  );
}
