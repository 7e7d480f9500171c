import type { Source } from '#shared/contract/sources.ts';

/**
 * Whether a source is being read, or will be within a second, if the clock of this device is right. `now` is in ms
 * since the epoch.
 */
export function isBeingRead({ lastrun, nextrun }: Source, now: number): boolean {
  if (lastrun?.outcome === 'running') return true;
  if (nextrun === null) return false;
  // A source that was never read is read at once.
  return !lastrun || Date.parse(nextrun) <= now;
}
