import { formatAge } from '#shared/format/age.ts';
import { formatDay } from '#shared/format/day.ts';
import { useToday } from '#web/data/today.ts';

/** How long ago a job was posted, such as "3 days ago", with the date as a tooltip. */
export function Age({ iso }: { iso: string }) {
  return (
    <time dateTime={iso.slice(0, 10)} title={formatDay(iso)}>
      {formatAge(iso, useToday())}
    </time>
  );
}
