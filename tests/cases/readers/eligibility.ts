import { gazetteer } from '#server/content/places/gazetteer.ts';
import { buildJob } from '#server/job-feeds/systems/build-job.ts';
import type { FeedJob } from '#server/job-feeds/systems/feed-job.ts';
import { fromJobPosting } from '#server/job-feeds/systems/job-posting.ts';
import { built, factsOf, STATED } from '../read-job.ts';
import { answersOf, type Case } from '../read-table.ts';

/** Reads who may do a remote job, or (kind `workplace`) where people work. */
export function readScope(row: Case): string {
  const { eligibility, workplace } = factsOf(jobOf(row), { type: 'Remote' });
  if (row.kind === 'workplace') return workplace ?? 'none';
  if (eligibility?.worldwide) return 'WORLD';
  const scope = [...(eligibility?.countries ?? []), ...(eligibility?.regions ?? []).map(nameOf)];
  return scope.join(' | ') || 'unknown';
}

/** The name of a region with its country, such as `US/Texas`. */
function nameOf(region: string): string {
  return `${region.slice(0, 2)}/${gazetteer().get(region)?.name}`;
}

function jobOf({ kind, input, text }: Case): FeedJob {
  const posting = { title: 'Weaver', jobLocationType: 'TELECOMMUTE' };
  return built(
    kind === 'JobPosting'
      ? fromJobPosting({ ...posting, ...JSON.parse(input) }, { id: '1', url: '' })
      : buildJob({
          ...STATED,
          places: [{ text: input }],
          description: [{ markdown: text ?? '' }],
        }),
  );
}

/** Checks `may: GB, US/Texas; may not: FR`. */
export function isRightScope(found: string, row: Case): boolean {
  const scope = found.split(' | ');
  const may = (area: string) => scope.includes(area) || scope.includes(area.slice(0, 2));
  return answersOf(row).some((answer) => {
    if (!answer.startsWith('may')) return found === answer;
    const listed = (name: string) =>
      new RegExp(`(?:^|; )${name}: ([^;]*)`).exec(answer)?.[1]?.split(', ') ?? [];
    return (
      listed('may').every(may) &&
      !listed('may not').some(
        (area) => may(area) || scope.some((each) => each.startsWith(`${area}/`)),
      )
    );
  });
}
