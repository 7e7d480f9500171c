import { useRouter } from '@tanstack/react-router';
import { createContext, startTransition, use, useEffect, useState } from 'react';
import { type PlainDate, toPlainDate } from '#shared/domain/plain-date.ts';

/** Provides the result of `useCurrentDate`. */
export const Today = createContext<PlainDate>('');

/** Returns today's date (UTC), or during hydration the date on which the page was rendered. */
export function useToday(): PlainDate {
  return use(Today);
}

/**
 * Returns the value of `Today`. A cached page may have been rendered on an earlier day, so the date may change after
 * hydration. The transition lets React hydrate the page in short tasks before.
 */
export function useCurrentDate(): PlainDate {
  const [today, setToday] = useState(useRouter().options.context.today);
  useEffect(() => startTransition(() => setToday(toPlainDate(new Date()))));
  return today;
}
