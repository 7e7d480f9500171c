import { levelOf } from '#server/content/dictionary/levels.ts';
import { fieldOf, readTitle, roleOf } from '#server/content/dictionary/read-title.ts';
import type { Candidate } from './job-query.ts';
import { TIERS } from './ranking-tiers.ts';
import { HALF_LIFE, TIER_POINTS, WEIGHTS } from './ranking-weights.ts';
import { alsoMeant, type Reading } from './readings.ts';
import type { TermShare } from './text-query.ts';

const DAY = 24 * 60 * 60 * 1_000;

/** The features of a result, each from 0 to 1, or from -1 for the level; see `WEIGHTS`. */
type Features = Record<keyof typeof WEIGHTS, number>;

export type RankedJob = Candidate & { features: Features; score: number };

/** The search by which candidates are ranked. */
export type RankedSearch = {
  /** The meanings of the searched words. Each meaning is a list of words of titles. */
  meanings: { words: string[]; isPhrase: boolean }[];
  /** The searched words that name companies. */
  names: Set<string>;
  termShare: TermShare;
  /** The ids of the companies whose names contain a word of the search. */
  companies: string[];
  /** The words of each intent (such as "part time"), as typed and in the dictionary's usual spelling. */
  intents: string[][];
  /** Whether the search is for internships. */
  isForInterns: boolean;
  /** The time from which the age of jobs is measured. */
  at: Date;
};

/** The meanings of a search, each as words of titles, and whether titles must contain the words as written. */
export function meaningsOf(readings: Reading[][]): RankedSearch['meanings'] {
  const [first = [], ...others] = readings.map((alternatives) =>
    alternatives.flatMap(({ words, meanings }) => [words, ...meanings]),
  );
  const rest = others.flatMap(([usual = []]) => usual);
  const isPhrase = readings.flat().every((reading) => reading.isPhrase);
  return first.map((words) => ({ words: [...words, ...rest], isPhrase }));
}

/** Computes the features and points of jobs, and sorts the jobs by points. */
export function rankJobs(candidates: Candidate[], search: RankedSearch): RankedJob[] {
  const meanings = search.meanings.map(({ words, isPhrase }) => ({
    words,
    isPhrase,
    role: roleOf(words).join(' '),
    field: fieldOf(roleOf(words)).join(' '),
    roots: words.map(rootOf),
    names: words.map((word) => search.names.has(word)),
    weights: weightsOf(words, search.termShare),
    level: levelOf(words),
    related: alsoMeant(
      words.filter((word) => !search.names.has(word)),
      new Set(),
    ),
  }));
  return candidates
    .map((candidate) => {
      const features = featuresOf(candidate, meanings, search);
      // The spread is last, because V8 is slow to add properties after it.
      return { features, score: scoreOf(candidate.rank, features), ...candidate };
    })
    .sort(
      (a, b) => b.score - a.score || b.date.getTime() - a.date.getTime() || (a.id < b.id ? 1 : -1),
    );
}

const WEIGHT_ENTRIES = Object.entries(WEIGHTS) as [keyof Features, number][];

function scoreOf(rank: number, features: Features): number {
  const tier = TIERS[rank];
  let score = tier ? TIER_POINTS[tier] : 0;
  for (const [name, weight] of WEIGHT_ENTRIES) score += weight * features[name];
  return score;
}

/**
 * The weight of each word: the rarer it is in titles, the higher. The last word names the role, so its weight is at
 * least the average, even if it is as frequent as "manager".
 */
function weightsOf(words: string[], termShare: TermShare): number[] {
  const weights = words.map((word) => -Math.log(Math.min(0.9, termShare(`"${word}`, false))));
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight, index) =>
    index === weights.length - 1 ? Math.max(weight, mean) : weight,
  );
}

type Meaning = RankedSearch['meanings'][number] & {
  role: string;
  field: string;
  /** The root of each word. */
  roots: string[];
  names: boolean[];
  weights: number[];
  level: number | undefined;
  /** Other titles that the searched title probably also means, the closest first. */
  related: string[][];
};

function featuresOf(
  { title, companyId, date, reach }: Candidate,
  meanings: Meaning[],
  { companies, intents, isForInterns, at }: RankedSearch,
): Features {
  const read = titleOf(title);
  const isNamed = companies.includes(companyId);
  const age = Math.max(0, at.getTime() - date.getTime()) / DAY;
  let best = { coverage: 0, focus: 0, start: 0, field: 0 };
  let related = 0;
  for (const meaning of meanings) {
    const found = compare(meaning, read, isNamed);
    if (found.coverage + found.focus > best.coverage + best.focus) best = found;
    related = Math.max(related, closeness(meaning, read));
  }
  const wanted = isForInterns ? 0 : meanings[0]?.level;
  const level =
    wanted === undefined || read.level === undefined
      ? 0
      : wanted === read.level
        ? 1
        : -Math.min(1, Math.abs(wanted - read.level) / 3);
  // Write out all properties: for V8, adding properties after a spread takes microseconds, and all candidates are scored.
  return {
    coverage: best.coverage,
    focus: best.focus,
    start: best.start,
    field: best.field,
    related,
    level: level * best.coverage,
    intent: intents.some((words) => words.every((word) => read.words.has(word))) ? 1 : 0,
    company: isNamed ? 1 : 0,
    internship: read.level === 0 && wanted !== 0 ? 1 : 0,
    freshness: 2 ** (-age / HALF_LIFE),
    pay: reach >= 0 ? 1 : 0,
  };
}

function compare(
  { words, isPhrase, role, field, roots, names, weights }: Meaning,
  read: ReadTitle,
  isNamed: boolean,
) {
  const inTitle = isPhrase ? read.literal : read.words;
  let found = 0;
  let all = 0;
  let matched = 0;
  words.forEach((word, index) => {
    const weight = weights[index] ?? 0;
    all += weight;
    if (inTitle.has(word)) {
      found += weight;
      matched += 1;
    } else if (isNamed && names[index]) found += weight;
    else if (read.roots.has(roots[index] ?? '')) found += SAME_ROOT * weight;
  });
  return {
    coverage: all === 0 ? 0 : found / all,
    focus: read.length === 0 ? 0 : Math.min(1, matched / read.length),
    start: read.roles[0]?.startsWith(role) ? 1 : 0,
    field: read.fields.has(field) ? 1 : 0,
  };
}

/**
 * How well a job title matches the first related title whose words it contains, from 0 to 1. Related titles are sorted
 * by their closeness to the search. Further words in the job title lower the result.
 */
function closeness({ related }: Meaning, { words, length }: ReadTitle): number {
  const index = related.findIndex((title) => title.every((word) => words.has(word)));
  if (index === -1 || length === 0) return 0;
  const named = related[index]?.length ?? 0;
  return (1 - index / related.length + Math.min(1, named / length)) / 2;
}

/** The share of a word's weight that counts if a title has another form of it, such as "networking" for "network". */
const SAME_ROOT = 0.6;

type ReadTitle = {
  literal: Set<string>;
  words: Set<string>;
  roots: Set<string>;
  length: number;
  roles: string[];
  fields: Set<string>;
  level: number | undefined;
};

/** Endings of forms of a word in titles. */
const ENDING = /(?:ations?|ments?|ings?|ers?|ors?|ists?|ants?|ships?|ed|e)$/;
const MIN_ROOT = 4;

/**
 * Matches words that share a root with a word of a different meaning: for example, an account manager does no
 * accounting.
 */
const OTHER_MEANING = /^(?:account|develop|director|officer|market$|engine)/;

/** The approximate root that the forms of a word share: "design" for "designer". */
function rootOf(word: string): string {
  if (OTHER_MEANING.test(word)) return word;
  const root = word.replace(ENDING, '').replace(/e$/, '');
  return root.length >= MIN_ROOT ? root : word;
}

/** The titles that were read most recently, with the result. Most boards have many equal titles. */
const cache = new Map<string, ReadTitle>();
const MAX_CACHED = 20_000;

function titleOf(title: string): ReadTitle {
  const cached = cache.get(title);
  if (cached) return cached;
  const { literal, canonical, roles } = readTitle(title);
  const read = {
    literal: new Set(literal),
    words: new Set([...literal, ...canonical]),
    roots: new Set([...literal, ...canonical].map(rootOf)),
    length: canonical.length,
    roles,
    fields: new Set(roles.map((role) => fieldOf(role.split(' ')).join(' '))),
    level: levelOf(canonical),
  };
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(title, read);
  return read;
}

/**
 * The maximum number of results of one company among any ten successive ones, if other companies have equally good
 * results.
 */
const MAX_PER_COMPANY = 3;
const NEIGHBOURS = 10;

/**
 * Moves results down so that at most three of any ten are from one company, as far as other companies have results that
 * match equally well, that is, in a title or in the same tier.
 */
export function spreadCompanies<Job extends { companyId: string; rank: number }>(
  jobs: Job[],
): Job[] {
  const waiting = [...jobs];
  const spread: Job[] = [];
  for (let [first] = waiting; first; [first] = waiting) {
    const quality = qualityOf(first.rank);
    const counts = new Map<string, number>();
    for (const { companyId } of spread.slice(1 - NEIGHBOURS)) {
      counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
    }
    const next = waiting.findIndex(
      ({ companyId, rank }) =>
        (counts.get(companyId) ?? 0) < MAX_PER_COMPANY && qualityOf(rank) <= quality,
    );
    spread.push(...waiting.splice(Math.max(0, next), 1));
  }
  return spread;
}

/** The quality of a match by its tier. All matches in titles are equally good. */
function qualityOf(rank: number): number {
  return Math.max(rank, TIERS.indexOf('title'));
}
