import type { JobListItem } from '#shared/contract/job-responses.ts';
import { CardGrid } from '#web/ui/card-grid.tsx';
import { JobSummary } from './job-summary.tsx';

type Props = {
  jobs: JobListItem[];
  /** The level of the headings with the job titles. */
  heading: 'h2' | 'h3';
};

/** A grid of job summaries, with up to three columns. */
export function JobGrid({ jobs, heading }: Props) {
  return (
    <CardGrid>
      {jobs.map((job) => (
        <li key={job.id}>
          <JobSummary job={job} heading={heading} />
        </li>
      ))}
    </CardGrid>
  );
}
