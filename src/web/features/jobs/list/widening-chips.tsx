import type { JobCounts } from '#shared/contract/job-responses.ts';
import { LEVELS } from '#shared/domain/levels.ts';
import { capitalize } from '#shared/format/capitalize.ts';
import { formatCompactCount } from '#shared/format/count.ts';
import { type JobSearch, pages, readJobSearch, valuesOf } from '#shared/urls/paths.ts';
import { keepFocus } from '#web/ui/focus-heading.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { useAllCounts } from './use-job-counts.ts';

type Wider = { label: string; search: JobSearch; jobs: number };

/** Links to wider searches, each with the number of jobs that it adds. They appear once the numbers are loaded. */
export function WideningChips({ search }: { search: JobSearch }) {
  const counts = useAllCounts({ ...search, part: undefined });
  if (!counts) return null;
  const offered = [...ofLevels(search, counts), ...ofUnknown(search, counts)];
  if (offered.length === 0) return null;
  return (
    <ul aria-label="Wider searches" className="chips">
      {offered.map((wider) => (
        <li key={wider.label}>
          <PageLink
            href={pages.jobs(wider.search)}
            className="chip wider"
            resetScroll={false}
            onClick={keepFocus}
          >
            {wider.label} <span className="text-muted">{`+${formatCompactCount(wider.jobs)}`}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** The levels next to the chosen ones. A title names one level, so each has its own jobs. */
function ofLevels(search: JobSearch, { level: counts = [] }: JobCounts): Wider[] {
  const chosen = valuesOf(search.level);
  return counts.flatMap(({ value, jobs }, index) => {
    const isNext = [index - 1, index + 1].some((next) => chosen.includes(LEVELS[next] ?? ''));
    // Interns have an employment type, which the filters offer instead of this level.
    if (!isNext || value === 'intern' || chosen.includes(value) || jobs === 0) return [];
    const wider = { ...search, part: undefined, level: [...chosen, value] };
    return { label: `or ${capitalize(value)}`, search: wider, jobs };
  });
}

/** Jobs about which a fact is unknown or stated elsewhere. */
function ofUnknown(search: JobSearch, { wider = [] }: JobCounts): Wider[] {
  return wider.map(({ changes, jobs }) => ({
    label: changes.nosalary
      ? 'also without stated pay'
      : changes.orunknown
        ? 'also remote jobs that name no countries'
        : ofRemote(valuesOf(search.type)),
    search: readJobSearch({ ...search, part: undefined, ...changes }),
    jobs,
  }));
}

function ofRemote([type, ...others]: string[]): string {
  return others.length > 0
    ? 'also remote jobs with these hours'
    : `also remote jobs that are ${type}`;
}
