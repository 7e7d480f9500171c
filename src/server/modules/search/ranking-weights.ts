import type { TIERS } from './ranking-tiers.ts';

/**
 * The version of the ranking. The explanation of a result states it. Increment it when the weights or the features
 * change.
 */
export const RANKING_VERSION = 3;

/** The points of a job for the tier of its match. */
export const TIER_POINTS: Record<(typeof TIERS)[number], number> = {
  company: 20,
  'as typed': 12.5,
  role: 12,
  phrase: 10.5,
  title: 9,
  heading: 4.5,
  requirements: 5.5,
  related: 4,
  stems: 3,
  'role and text': 2.5,
  skills: 2,
  text: 1,
  'title prefix': 0.5,
  prefix: 0,
};

/** The maximum points that each feature of a match adds; see `featuresOf`. */
export const WEIGHTS = {
  /** How much of the search text the title contains. Rare words count more. */
  coverage: 5,
  /** How much of the title the search text covers. */
  focus: 1.5,
  /** Whether the title begins with the search text. */
  start: 0.5,
  /**
   * Whether the searched words are the field of a role in the title, as "growth marketing" in "Growth Marketing
   * Manager".
   */
  field: 1,
  /** How close the title is to a related title of the searched one. */
  related: 2,
  /** Whether the title has the level of seniority in the search. Negative if the title has a different level. */
  level: 2,
  /** Whether the title contains a part of the search that was interpreted, such as "freelance". */
  intent: 1.5,
  /** Whether the name of the company contains a word of the search. */
  company: 1,
  /** Whether the job is an internship although the search is not for internships. */
  internship: -6,
  /** How new the job is. */
  freshness: 1,
  /** Whether the pay is known. */
  pay: 0.2,
};

/** The age at which a job gets half of the points for freshness (days). */
export const HALF_LIFE = 30;
