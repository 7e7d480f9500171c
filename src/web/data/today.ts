import { createContext, use, useSyncExternalStore } from 'react';
import { type PlainDate, toPlainDate } from '#shared/domain/plain-date.ts';
import { useRouterContext } from '../use-router-context.ts';

/** Provides the result of `useCurrentDate`. */
export const Today = createContext<PlainDate>('');

/** Returns today's date (UTC), or during hydration the date on which the page was rendered. */
export function useToday(): PlainDate {
  return use(Today);
}

/**
 * Returns the value of `Today`. A cached page may have been rendered on an earlier day, so the date may change after
 * hydration.
 */
export function useCurrentDate(): PlainDate {
  const { today } = useRouterContext();
  return useSyncExternalStore(neverChanges, currentDate, () => today);
}

const neverChanges = () => () => {};
const currentDate = () => toPlainDate(new Date());
