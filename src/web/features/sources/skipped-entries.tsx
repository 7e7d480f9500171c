import type { SourceRun } from '#shared/contract/sources.ts';
import { formatNumber } from '#shared/format/number.ts';

type Props = {
  /** Some of the entries. */
  entries: SourceRun['skipped'];
  /** The total number of left out entries. */
  count: number;
};

/** The entries of a list that are left out, and remarks about jobs that were added, each with the reason. */
export function SkippedEntries({ entries, count }: Props) {
  const left = entries.filter(({ isAdded }) => !isAdded);
  const added = entries.filter(({ isAdded }) => isAdded);
  const total = Math.max(count, left.length);
  return (
    <>
      <Entries
        title={total === 1 ? '1 entry is left out' : `${formatNumber(total)} entries are left out`}
        entries={left}
        more={total - left.length}
      />
      <Entries
        title={added.length === 1 ? 'Note on 1 new job' : `Notes on ${added.length} new jobs`}
        entries={added}
        more={0}
      />
    </>
  );
}

function Entries({
  title,
  entries,
  more,
}: {
  title: string;
  entries: Props['entries'];
  more: number;
}) {
  if (entries.length === 0) return null;
  return (
    <details className="text-small wrap-anywhere">
      <summary className="w-fit cursor-pointer md:py-2">{title}</summary>
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
