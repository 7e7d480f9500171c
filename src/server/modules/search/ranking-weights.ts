import type { TIERS } from './ranking-tiers.ts';

/** Increment this when the weights or the features change: later pages of a list then continue by the number of shown jobs. */
export const RANKING_VERSION = 2;

/** The points of a job by the tier of its match. */
export const TIER_POINTS: Record<(typeof TIERS)[number], number> = {
  company: 20,
  role: 12,
  phrase: 10.5,
  title: 9,
  heading: 4.5,
  remote: 6,
  requirements: 5.5,
  related: 4,
  stems: 3,
  skills: 2,
  text: 1,
  'title prefix': 0.5,
  prefix: 0,
};

/** The most points that each feature of a match adds; see `featuresOf`. */
export const WEIGHTS = {
  /** How much of the search the title contains; rare words count more. */
  coverage: 5,
  /** How much of the title the search is. */
  focus: 1.5,
  /** Whether the search stands at the beginning of the title. */
  start: 0.5,
  /** Whether the search is the field of the title, whatever the position: "growth marketing" for a manager of it. */
  field: 1,
  /** How close the title is to one that the search probably means too. */
  related: 2,
  /** Whether the seniority is the one that the search names, or differs. */
  level: 2,
  /** Whether the title names what the search was understood to mean, such as "freelance". */
  intent: 1.5,
  /** Whether the name of the company contains a word of the search. */
  company: 1,
  /** An internship is rarely meant by a search that does not name it. */
  internship: -6,
  /** How new the job is. */
  freshness: 1,
  /** Whether the pay is known. */
  pay: 0.2,
};

/** The age at which a job has half of the points for freshness (days). */
export const HALF_LIFE = 30;
