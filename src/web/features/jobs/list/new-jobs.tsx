import { useEffect, useState } from 'react';
import { recordVisit } from './last-visit.ts';
import type { ListedJob } from './listed-job.ts';

type Props = {
  /** The local storage key of the visits, and the value that was stored when the page was opened. */
  storageKey: string;
  visits: string;
  /** The first jobs of a list with the newest ones first. */
  jobs: ListedJob[];
  /** Whether more jobs follow. */
  hasMore: boolean;
};

/** Says how many jobs are new since the visitor's last visit. Renders nothing if there are none. */
export function NewJobs({ storageKey, visits, jobs, hasMore }: Props) {
  const [since, setSince] = useState<number>();
  useEffect(() => setSince(recordVisit(storageKey, visits, Date.now())), [storageKey, visits]);
  const isNew = ({ date }: ListedJob) => since !== undefined && Date.parse(date) > since;
  const count = jobs.filter(isNew).length;
  if (count === 0) return null;
  return (
    <span className="new-jobs">
      {count}
      {hasMore && count === jobs.length && '+'} new since your last visit
    </span>
  );
}
