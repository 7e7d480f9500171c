import { pages } from '#shared/urls/paths.ts';
import { http } from '#web/api/http.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Alert } from '#web/ui/alert.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import type { JobValues } from './job-values.ts';

/** Says that the company already has the same open job at the same place. The job can be added all the same. */
export function SameJob({ values }: { values: JobValues }) {
  const { title, type, location, 'company.id': company } = values;
  const isComplete = [title, location, company].every((text) => text.trim() !== '');
  const key = useDebounced(isComplete ? JSON.stringify([company, type, title, location]) : '');
  const found = useAsync(key || undefined, () => findSameJob(values));
  const job = isComplete ? found.value : undefined;
  if (!job) return null;
  return (
    <Alert role="status">
      <p>
        This company has the same open job in <bdi>{job.location}</bdi>.{' '}
        {/* The form stays as it is. */}
        <a className="link" href={pages.job(job.id)} target="_blank" rel="noopener">
          See the open job
        </a>
      </p>
    </Alert>
  );
}

async function findSameJob({ title, type, location, 'company.id': company }: JobValues) {
  const { places } = await http('GET /api/places', { query: { location } });
  const { results } = await http('GET /api/jobs', {
    query: {
      company,
      type,
      q: `"${title.replaceAll('"', ' ')}"`,
      part: 'place',
      description: 'summary',
      ...(places.length > 0 && { location: places.join(' or ') }),
    },
  });
  // The search also finds longer titles, and it cannot compare locations that are not known places.
  return results.find(
    (job) =>
      fold(job.title) === fold(title) &&
      (places.length > 0 || fold(job.location) === fold(location)),
  );
}

const fold = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
