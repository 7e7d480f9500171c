import { useEffect, useState } from 'react';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import type { ListedJob } from './listed-job.ts';

const VISITS_KEY = 'visits';

const NewJobs = lazyComponent(async () => (await import('./new-jobs.tsx')).NewJobs);

/** Says how many jobs are new. The code is in a separate chunk, because nothing is new on the first visit. */
export function LazyNewJobs(props: { jobs: ListedJob[]; hasMore: boolean }) {
  const [visits, setVisits] = useState<string | null>(null);
  useEffect(() => {
    try {
      setVisits(localStorage.getItem(VISITS_KEY));
      localStorage[VISITS_KEY] ??= Date.now();
    } catch {
      // Storage is full or forbidden, so no visit is known.
    }
  }, []);
  return visits && <NewJobs storageKey={VISITS_KEY} visits={visits} {...props} />;
}
