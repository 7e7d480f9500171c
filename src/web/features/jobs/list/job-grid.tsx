import { useRouteContext } from '@tanstack/react-router';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { JobSummary } from './job-summary.tsx';

type Props = {
  jobs: JobListItem[];
  /** The heading level of the job titles. */
  heading: 'h2' | 'h3';
};

/** A grid of job summaries, up to three columns wide. */
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
