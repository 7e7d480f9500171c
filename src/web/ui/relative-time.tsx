import { formatMoment } from '#shared/format/moment.ts';
import { formatTimeAgo, formatTimeUntil } from '#shared/format/time-span.ts';
import { useNow } from './use-now.ts';

/**
 * How long ago a moment was. Use it only for elements that the browser renders, because the server has a different
 * clock.
 */
export function TimeAgo({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={formatMoment(iso)}>
      {formatTimeAgo(iso, now)}
    </time>
  );
}

/** How soon a moment is. */
export function TimeUntil({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={formatMoment(iso)}>
      {formatTimeUntil(iso, now)}
    </time>
  );
}
