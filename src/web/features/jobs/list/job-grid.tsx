import type { MouseEvent } from 'react';
import { useMarks } from '../marks/lazy-marks.tsx';
import { JobSummary } from './job-summary.tsx';
import type { ListedJob } from './listed-job.ts';

type Props = {
  jobs: ListedJob[];
  /** The level of the headings with the job titles. */
  heading: 'h2' | 'h3';
  /** Returns the URL path of the page of a list that contains a job. Without it, the jobs are no list. */
  pageOf?: (job: ListedJob) => string;
};

/** A grid of job summaries, with up to three columns. A click anywhere on a card opens the job. */
export function JobGrid({ jobs, heading, pageOf }: Props) {
  const marks = useMarks();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use the links in the cards
    <ul className="job-grid" onClick={openCard}>
      {jobs.map((job) => {
        const { className, overlay } = marks?.of(job) ?? {};
        return (
          <li key={job.id} className={className}>
            <JobSummary job={job} heading={heading} listPage={pageOf?.(job)} />
            {overlay}
          </li>
        );
      })}
    </ul>
  );
}

/** Opens the job of the clicked card, unless the person has clicked a link or a button, or selected text. */
function openCard({ target, nativeEvent }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('a, button, details')) return;
  if (window.getSelection()?.toString()) return;
  const link = target.closest('article')?.querySelector('.go-look');
  // The copied event has the same modifier keys, so that Ctrl opens a new tab.
  link?.dispatchEvent(new window.MouseEvent('click', nativeEvent));
}
