import { useRouteContext } from '@tanstack/react-router';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { JobSummary } from './job-summary.tsx';

type Props = {
  jobs: JobListItem[];
  /** The level of the titles' headings. */
  heading: 'h2' | 'h3';
};

/** Job summaries, three abreast where there is room. */
export function JobGrid({ jobs, heading }: Props) {
  const api = useRouteContext({ from: '__root__', select: (context) => context.api });
  const loadDescription = async (id: string) => {
    const job = await api('GET /api/jobs/:id', { params: { id }, query: { description: 'text' } });
    return job.description;
  };
  return (
    <ul className="job-grid">
      {jobs.map((job) => (
        <li key={job.id}>
          <JobSummary job={job} heading={heading} loadDescription={loadDescription} />
        </li>
      ))}
    </ul>
  );
}
