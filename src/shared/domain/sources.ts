/**
 * The states of a source. `proposed`: it waits for the approval of a site admin. `asking`: its latest run would have closed
 * so many jobs that it waits for a person's answer; it is still read on schedule.
 */
export const SOURCE_STATES = ['active', 'paused', 'proposed', 'asking'] as const;

export type SourceState = (typeof SOURCE_STATES)[number];

/**
 * Why a source is paused. `person`: someone has paused it. `undone`: someone has undone a run. `restored`: the board was
 * restored from a backup, or the company from the audit trail. `failing`: it could not be read for so long that a person must look at it.
 */
export const PAUSE_REASONS = ['person', 'undone', 'restored', 'failing'] as const;

export type PauseReason = (typeof PAUSE_REASONS)[number];

/**
 * The outcomes of a run. `applied`: the board has the jobs of the list. `unchanged`: the list is the same as before.
 * `asked`: nothing was applied, because too many jobs would have closed. `failed`: the list could not be read, or
 * PostgreSQL refused its data. `interrupted`: its process ended. `undone`: it was applied, and a person has undone it.
 */
export const RUN_OUTCOMES = [
  'running',
  'applied',
  'unchanged',
  'asked',
  'failed',
  'interrupted',
  'undone',
] as const;

export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** How often a source is read (minutes). */
export const SOURCE_INTERVALS = { min: 60, default: 360, max: 10_080 } as const;

/**
 * The numbers of jobs that a run affects. `missing`: the list lacks these jobs for the first time; they stay open until
 * a later list lacks them, too. `reposted`: these jobs have a new id at the source.
 */
export const RUN_COUNTS = [
  'added',
  'changed',
  'unchanged',
  'missing',
  'closed',
  'reopened',
  'reposted',
  'skipped',
] as const;

export type RunCounts = { [Name in (typeof RUN_COUNTS)[number]]: number };

export const NO_COUNTS: RunCounts = {
  added: 0,
  changed: 0,
  unchanged: 0,
  missing: 0,
  closed: 0,
  reopened: 0,
  reposted: 0,
  skipped: 0,
};

/** The maximum length of the customer's name in a system's URLs, or of the URL of a feed (characters). */
export const TENANT_LENGTH = 2_048;

/** The maximum length of a setting of a source (characters). */
export const SETTING_LENGTH = 200;
