import { levelOf } from '#server/content/dictionary/levels.ts';
import { readTitle, roleOf } from '#server/content/dictionary/read-title.ts';
import type { Candidate } from './job-query.ts';
import { TIERS } from './ranking-tiers.ts';
import { HALF_LIFE, TIER_POINTS, WEIGHTS } from './ranking-weights.ts';
import type { Reading } from './readings.ts';
import type { TermShare } from './text-query.ts';

const DAY = 24 * 60 * 60 * 1_000;

/** The features of a result, each from 0 to 1, or from -1 for the level; see `WEIGHTS`. */
export type Features = Record<keyof typeof WEIGHTS, number>;

export type RankedJob = Candidate & { features: Features; score: number };

/** The search with which candidates are compared. */
export type RankedSearch = {
  /** The meanings of the searched words, each as words of titles. */
  meanings: string[][];
  termShare: TermShare;
  /** The ids of the companies whose names contain a word of the search. */
  companies: string[];
  /** The words of each interpreted part. */
  intents: string[][];
  /** The time at which the age of jobs is measured. */
  at: Date;
};

/** The meanings of a search, each as words of titles. */
export function meaningsOf(readings: Reading[][]): string[][] {
  const [first = [], ...others] = readings.map((alternatives) =>
    alternatives.flatMap(({ words, meanings }) => [words, ...meanings]),
  );
  const rest = others.flatMap(([usual = []]) => usual);
  return first.map((words) => [...words, ...rest]);
}

/** Computes the features and points of jobs, and sorts the jobs by points. */
export function rankJobs(candidates: Candidate[], search: RankedSearch): RankedJob[] {
  const meanings = search.meanings.map((words) => ({
    words,
    role: roleOf(words).join(' '),
    weights: words.map((word) => weightOf(word, search.termShare)),
    level: levelOf(words),
  }));
  return candidates
    .map((candidate) => {
      const features = featuresOf(candidate, meanings, search);
      return { ...candidate, features, score: scoreOf(candidate.rank, features) };
    })
    .sort(
      (a, b) => b.score - a.score || b.date.getTime() - a.date.getTime() || (a.id < b.id ? 1 : -1),
    );
}

function scoreOf(rank: number, features: Features): number {
  const tier = TIERS[rank];
  let score = tier ? TIER_POINTS[tier] : 0;
  for (const [name, weight] of Object.entries(WEIGHTS)) {
    score += weight * features[name as keyof Features];
  }
  return score;
}

/** How rare a word is in titles. */
function weightOf(word: string, termShare: TermShare): number {
  return -Math.log(Math.min(0.9, termShare(`"${word}`, false)));
}

type Meaning = { words: string[]; role: string; weights: number[]; level: number | undefined };

function featuresOf(
  { title, companyId, date, reach }: Candidate,
  meanings: Meaning[],
  { companies, intents, at }: RankedSearch,
): Features {
  const read = titleOf(title);
  const age = Math.max(0, at.getTime() - date.getTime()) / DAY;
  let best = { coverage: 0, focus: 0, start: 0 };
  for (const meaning of meanings) {
    const found = compare(meaning, read);
    if (found.coverage + found.focus > best.coverage + best.focus) best = found;
  }
  const wanted = meanings[0]?.level;
  const level =
    wanted === undefined || read.level === undefined
      ? 0
      : wanted === read.level
        ? 1
        : -Math.min(1, Math.abs(wanted - read.level) / 3);
  return {
    ...best,
    level,
    intent: intents.some((words) => words.every((word) => read.words.has(word))) ? 1 : 0,
    company: companies.includes(companyId) ? 1 : 0,
    internship: read.level === 0 && wanted !== 0 ? 1 : 0,
    freshness: 2 ** (-age / HALF_LIFE),
    pay: reach >= 0 ? 1 : 0,
  };
}

function compare({ words, role, weights }: Meaning, read: ReadTitle) {
  let found = 0;
  let all = 0;
  let matched = 0;
  words.forEach((word, index) => {
    const weight = weights[index] ?? 0;
    all += weight;
    if (read.words.has(word)) {
      found += weight;
      matched += 1;
    }
  });
  return {
    coverage: all === 0 ? 0 : found / all,
    focus: read.length === 0 ? 0 : Math.min(1, matched / read.length),
    start: read.roles[0]?.startsWith(role) ? 1 : 0,
  };
}

type ReadTitle = { words: Set<string>; length: number; roles: string[]; level: number | undefined };

/** The titles that were read most recently. Most boards have many equal titles. */
const cache = new Map<string, ReadTitle>();
const MAX_CACHED = 20_000;

function titleOf(title: string): ReadTitle {
  const cached = cache.get(title);
  if (cached) return cached;
  const { literal, canonical, roles } = readTitle(title);
  const read = {
    words: new Set([...literal, ...canonical]),
    length: canonical.length,
    roles,
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
 * Moves results down so that at most three of any ten are of one company, as far as other companies have results that
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
