import { formatDuration } from '#shared/format/time-span.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from './use-async.ts';

/** Says how many requests a site admin decides first, and how long the latest reviews took. */
export function ReviewStatus({ id }: { id: string }) {
  const { api } = useSession();
  const { value } = useAsync(id, () => api('GET /api/reviews/:id', { params: { id } }));
  return (
    // Two lines are reserved, so that nothing moves when the numbers arrive.
    <p className="min-h-[3em]">{value && `${positionText(value.ahead)} ${pastText(value.took)}`}</p>
  );
}

function positionText(ahead: number): string {
  if (ahead === 0) return 'It is next.';
  return ahead === 1 ? 'One request came before it.' : `${ahead} requests came before it.`;
}

/** @param took durations in seconds */
function pastText(took: number[]): string {
  const [shortest, longest] = [Math.min(...took), Math.max(...took)].map((seconds) =>
    formatDuration(seconds * 1_000),
  );
  if (took.length === 0) return '';
  if (took.length === 1) return `The last review took ${longest}.`;
  return shortest === longest
    ? `The last ${took.length} reviews took ${longest} each.`
    : `The last ${took.length} reviews took between ${shortest} and ${longest}.`;
}
