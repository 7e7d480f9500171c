import { useRouteContext } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { formatAge } from '#shared/format/age.ts';
import { formatDay } from '#shared/format/day.ts';

/** How long ago a job was posted, such as "3 days ago", with the date as a tooltip. */
export function Age({ iso }: { iso: string }) {
  const rendered = useRouteContext({ from: '__root__', select: ({ today }) => today });
  // A cached page may have been rendered on an earlier day.
  const today = useSyncExternalStore(neverChanges, currentDate, () => rendered);
  return (
    <time dateTime={iso.slice(0, 10)} title={formatDay(iso)}>
      {formatAge(iso, today)}
    </time>
  );
}

const neverChanges = () => () => {};
const currentDate = () => toPlainDate(new Date());
