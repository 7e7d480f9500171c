import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { marked } from './heading-words.ts';
import type { Term } from './query-parser.ts';
import type { Reading } from './readings.ts';
import { all, any, not, type TextQuery } from './text-query.ts';

/**
 * A text query on a column of `job_search`: `heading` has the words of the title and the location, and the company;
 * `words` also has those of the description.
 */
export type Query = { column: 'heading' | 'words'; terms: TextQuery };

/**
 * The tiers of strong matches, the most relevant first: the words are what the job is. All but the last match in the
 * heading.
 */
const STRONG_TIERS = [
  'company',
  'as typed',
  'role',
  'phrase',
  'title',
  'heading',
  'requirements',
  'related',
  'stems',
  'role and text',
] as const;

/** The tiers of jobs that only mention the words, the most relevant first. */
const MENTION_TIERS = ['skills', 'text', 'title prefix', 'prefix'] as const;

export const TIERS = [...STRONG_TIERS, ...MENTION_TIERS] as const;

export type TierName = (typeof TIERS)[number];

export type Tier = {
  /** The index of the tier's name in `TIERS`. */
  rank: number;
  query: Query;
  /** The part of the query that only this tier has. */
  own: TextQuery;
  /** The part of the query that is the same for all tiers of a match. */
  required: TextQuery;
  /** Queries that match the jobs of better tiers, which do not belong to this tier. */
  better: Query[];
};

/** The text queries of a search, or of a part of its result. */
export type Match = {
  /** The query for all jobs that the search finds. */
  all: Query;
  /** The tiers of these jobs, the most relevant first. Empty if all jobs are equally relevant. */
  tiers: Tier[];
  /** The excluded terms, negated: a condition on the jobs of all tiers. Empty if there are none. */
  exclusions: TextQuery;
  /** For a search that only excludes words: matches exactly the jobs that the search does not find. */
  complement?: Query | undefined;
};

/** How the words of a search match jobs. */
export type SearchedWords = {
  /** The tiers of strong matches, and those of mentions. Both are empty if all words are excluded. */
  strong: WordsTier[];
  mentions: WordsTier[];
  /** Matches the jobs of all strong tiers, in the column `words`. */
  isStrong: TextQuery;
  /**
   * Matches at least the strong matches, whichever other jobs and companies the board has; see `widestQuery`.
   * @param placeOf matches the jobs at the place that a word may name
   */
  widest: (placeOf: (term: Term) => TextQuery) => TextQuery;
  exclusions: TextQuery;
  /** Matches the jobs with excluded words, if all words are excluded. */
  excluded?: TextQuery;
  /** The meanings of the required words. */
  readings: Reading[][];
  /** The ids of the companies with a searched word in their names. */
  companies: string[];
  /** The searched words in the names of `companies`. */
  names: Set<string>;
  /** The ids of the companies whose whole name equals the search text. */
  namedCompanies: string[];
  /** The terms to highlight, as a `tsquery`. */
  highlighted: string;
};

/** A tier of a search, without the conditions of its filters. */
type WordsTier = { name: TierName; query: Query };

/** Which matches a query finds: strong ones, mentions without strong ones, or both. */
export type Strength = 'strong' | 'mention' | 'any';

/** The tiers with these queries, without empty ones. */
export function tiersOf(
  column: Query['column'],
  queries: { [Name in TierName]?: TextQuery },
): WordsTier[] {
  return TIERS.flatMap((name) => {
    const terms = queries[name] ?? '';
    return terms === '' ? [] : [{ name, query: { column, terms } }];
  });
}

/**
 * Builds the text queries of a search, or of a part of its result. Returns undefined if neither words nor terms restrict it.
 * @param words undefined if no word is searched
 * @param required the terms of the place, the facts and the category, as the column `heading` has them
 */
export function matchOf(
  words: SearchedWords | undefined,
  strength: Strength,
  required: TextQuery,
): Match | undefined {
  if (!words) {
    if (!required) return undefined;
    const query: Query = { column: 'heading', terms: required };
    const rank = TIERS.indexOf('title');
    return {
      all: query,
      exclusions: '',
      tiers: [{ rank, query, own: '', required, better: [] }],
    };
  }
  const { strong, mentions, isStrong, exclusions, excluded } = words;
  const requiredInWords = marked(required);
  if (excluded) {
    return {
      // An index cannot list the jobs without a term, but it can list the jobs with one term and without another.
      all: { column: 'words', terms: all([requiredInWords || EVERY_JOB, exclusions]) },
      ...(!required && { complement: { column: 'words', terms: excluded } }),
      exclusions: '',
      tiers: [],
    };
  }
  const isMentioned = any(mentions.map(({ query: { terms } }) => terms));
  const found = {
    strong: isStrong,
    mention: all([isMentioned, not(isStrong)]),
    any: any([isStrong, isMentioned]),
  }[strength];
  const tiers: Tier[] = [];
  const inEveryTier = {
    heading: required,
    words: strength === 'mention' ? all([requiredInWords, not(isStrong)]) : requiredInWords,
  };
  for (const { name, query } of strength === 'mention' ? mentions : strong) {
    const better = (['heading', 'words'] as const).flatMap((column) => {
      const terms = any(tiers.filter((tier) => tier.query.column === column).map(({ own }) => own));
      return terms === '' ? [] : [{ column, terms }];
    });
    tiers.push({
      rank: TIERS.indexOf(name),
      query: { ...query, terms: all([query.terms, inEveryTier[query.column]]) },
      own: query.terms,
      required: inEveryTier[query.column],
      better,
    });
  }
  return {
    all: { column: 'words', terms: all([found, requiredInWords, exclusions]) },
    tiers,
    exclusions,
  };
}

/** Matches every job, because every job has a term for its type. */
export const EVERY_JOB = any(EMPLOYMENT_TYPES.map((type) => `':${type}'`));
