import type { Source, SourceRun } from '#shared/contract/sources.ts';
import {
  type PauseReason,
  type RUN_COUNTS,
  type RunCounts,
  SOURCE_INTERVALS,
} from '#shared/domain/sources.ts';
import { formatNumber } from '#shared/format/number.ts';

const PAUSED: Record<PauseReason, string> = {
  person: 'Paused',
  undone: 'Paused after an undo',
  restored: 'Paused since the board was restored',
  failing: 'Paused after many failures',
};

/** The state of a source in a few words. */
export function describeState({
  state,
  pausedby,
  failures,
}: Pick<Source, 'state' | 'pausedby' | 'failures'>): string {
  if (state === 'proposed') return 'Waiting for approval';
  if (state === 'asking') return 'Waiting for your answer';
  if (state === 'paused') return pausedby ? PAUSED[pausedby] : 'Paused';
  return failures > 0 ? 'Failing' : 'Active';
}

/** Whether a person must do something before jobs are imported again. */
export function needsAttention({
  state,
  pausedby,
  failures,
}: Pick<Source, 'state' | 'pausedby' | 'failures'>): boolean {
  if (state === 'paused') return pausedby === 'failing' || pausedby === 'restored';
  return state !== 'active' || failures > 0;
}

/** What a source needs before jobs are imported again, as the end of a sentence. */
export function describeNeed({ state, pausedby }: Pick<Source, 'state' | 'pausedby'>): string {
  if (state === 'proposed') return 'waits for a site admin’s approval.';
  if (state === 'asking') return 'waits for your answer.';
  if (state !== 'paused') return 'failed; it is read again later.';
  return pausedby === 'restored'
    ? 'is paused since the board was restored.'
    : 'is paused after many failures.';
}

export function formatOpenJobs(jobs: number): string {
  if (jobs === 0) return 'No open jobs';
  return jobs === 1 ? '1 open job' : `${formatNumber(jobs)} open jobs`;
}

/** The words for the counts of a run, the most important count first. Unchanged jobs are not mentioned. */
const COUNT_NAMES = {
  added: 'added',
  changed: 'changed',
  closed: 'closed',
  reopened: 'reopened',
  reposted: 'posted again',
  missing: 'missing for the first time',
  skipped: 'left out',
} as const satisfies Partial<Record<(typeof RUN_COUNTS)[number], string>>;

/** Formats the effects of a run, such as "2 added, 1 closed"; returns an empty string if it had none. */
export function formatCounts(counts: RunCounts): string {
  const names = Object.keys(COUNT_NAMES) as (keyof typeof COUNT_NAMES)[];
  return names
    .filter((name) => counts[name] > 0)
    .map((name) => `${formatNumber(counts[name])} ${COUNT_NAMES[name]}`)
    .join(', ');
}

/** Formats the progress of a list that is being read. */
export function formatProgress(listed: number): string {
  if (listed === 0) return 'Reading…';
  return `Reading… ${listed === 1 ? '1 job' : `${formatNumber(listed)} jobs`} so far`;
}

/** The outcome of a run as a sentence without its period, such as "2 added, 1 closed". */
export function describeRun({ outcome, listed, counts, open, error }: SourceRun): string {
  const done = formatCounts(counts);
  switch (outcome) {
    case 'running':
      return formatProgress(listed);
    case 'asked':
      return `Not applied: ${formatNumber(counts.closed)} of ${formatNumber(open)} open jobs would close`;
    case 'failed':
      return `Failed: ${error}`;
    case 'interrupted':
      return 'Interrupted';
    case 'undone':
      return done ? `Undone: ${done}` : 'Undone';
    default:
      return done || 'Nothing changed';
  }
}

const INTERVAL_NAMES = new Map([
  [60, 'Every hour'],
  [180, 'Every 3 hours'],
  [360, 'Every 6 hours'],
  [720, 'Every 12 hours'],
  [1_440, 'Every day'],
  [SOURCE_INTERVALS.max, 'Every week'],
]);

/** The intervals that can be chosen (minutes), and the current interval of the source if it is a different one. */
export function intervalOptions(current: number): { value: number; label: string }[] {
  const values = [...new Set([...INTERVAL_NAMES.keys(), current])].sort((a, b) => a - b);
  return values.map((value) => ({ value, label: formatInterval(value) }));
}

export function formatInterval(minutes: number): string {
  return INTERVAL_NAMES.get(minutes) ?? `Every ${formatNumber(minutes)} minutes`;
}

/** The names of the fields of a job for people, by their names in the API. */
const FIELD_NAMES: Record<string, string> = {
  title: 'Title',
  type: 'Type',
  location: 'Location',
  description: 'Description',
  pay: 'Pay',
  applyurl: 'Apply URL',
  validthrough: 'Closes on',
};

export function nameOfField(field: string): string {
  return FIELD_NAMES[field] ?? field;
}
