import type { JobList, Understood } from '#shared/contract/job-responses.ts';
import { formatCompactCount, formatCount } from '#shared/format/count.ts';
import { formatNumber } from '#shared/format/number.ts';
import { MAX_EXACT_MENTIONS } from '#shared/limits.ts';
import { type JobSearch, pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { useJobCounts } from './use-job-counts.ts';

type Part = NonNullable<NonNullable<JobList['counts']>['parts']>[number];

export type PartLinksProps = {
  search: JobSearch;
  list: Pick<JobList, 'counts' | 'mentions'>;
  understood: Understood[];
};

/**
 * Links to the parts of a result, each with its number of jobs. While the counts load, the line is empty, so that the list
 * below it stays in place.
 */
export function PartLinks({ search, list, understood }: PartLinksProps) {
  const parts = useJobCounts({ search, counts: list.counts })?.parts;
  const found = parts?.filter(({ jobs }) => jobs > 0);
  if (found && found.length < 2 && !search.part && !list.mentions) return null;
  const place = placeOf(search, understood);
  const isUncalled = list.mentions && found && !found.some(({ part }) => part !== 'mention');
  const { q, sort: _, part: __, ...filters } = search;
  const isWhole = understood.length === 0 && !Object.values(filters).some(Boolean);
  return (
    <nav aria-label="Parts of the result" className="part-links">
      {isUncalled && <span>{isWhole ? `No job is called “${q}”` : 'No title matches'}</span>}
      {found?.map(({ part, jobs }) => (
        <PageLink
          key={part}
          // The whole list begins with the first part.
          href={pages.jobs({ ...search, part: part === 'place' ? undefined : part })}
          aria-current={search.part === part ? 'true' : undefined}
          className="link tap-target"
          resetScroll={false}
        >
          {labelOf({ part, jobs }, place, isUncalled)}
        </PageLink>
      ))}
    </nav>
  );
}

function labelOf(
  { part, jobs }: Part,
  place: string | undefined,
  isUncalled: boolean | undefined,
): string {
  if (part === 'place') return place ? `${formatCount(jobs)} in ${place}` : formatCount(jobs);
  if (part === 'remote')
    return `${formatCompactCount(jobs)} remote, open to ${place ?? 'the place'}`;
  const count =
    jobs > MAX_EXACT_MENTIONS ? `${formatNumber(MAX_EXACT_MENTIONS)}+` : formatNumber(jobs);
  return `${count}${isUncalled ? '' : ' more'} mention${jobs === 1 ? 's' : ''} it`;
}

/** The place that a search names. */
function placeOf({ location }: JobSearch, understood: Understood[]): string | undefined {
  const place = understood.find(({ kind }) => kind === 'place');
  return location ?? place?.name ?? place?.value;
}
