import type { SourceRun } from '#shared/contract/sources.ts';
import { formatNumber } from '#shared/format/number.ts';

type Props = {
  /** Some of the entries. */
  entries: SourceRun['skipped'];
  /** The total number of left out entries. */
  count: number;
};

/** The entries of a list that are left out, each with the reason. */
export function SkippedEntries({ entries, count }: Props) {
  if (entries.length === 0) return null;
  const more = count - entries.length;
  return (
    <details className="text-small wrap-anywhere">
      <summary className="w-fit cursor-pointer md:py-2">
        {count === 1
          ? '1 entry is left out'
          : `${formatNumber(Math.max(count, entries.length))} entries are left out`}
      </summary>
      <ul className="list-disc pb-2 pl-5">
        {entries.map(({ job, reason }) => (
          <li key={job}>
            <bdi>{job}</bdi>: {reason}
          </li>
        ))}
        {more > 0 && <li>{formatNumber(more)} more</li>}
      </ul>
    </details>
  );
}
