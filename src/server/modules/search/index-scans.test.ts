import { expect, test } from 'vitest';
import { alternativesOf, divideForIndex } from './index-scans.ts';
import { all, any, not, type TextQuery, toTsquery } from './text-query.ts';

const shares: Record<string, number> = {
  engineer: 0.3,
  back: 0.05,
  end: 0.06,
  rare: 0.0001,
  platform: 0.04,
};
const termShare = (term: string) => shares[term] ?? 0.02;
const MILLION = { jobs: 1_000_000, termShare };

const rareEngineer = all(["'rare'", "'platform'", "'engineer'"]);
const backEnd = all(["'back'", "'end'", "'engineer'"]);

test('alternatives that share no rare term are searched one after another', () => {
  expect(divideForIndex(any([rareEngineer, backEnd]), MILLION)).toEqual([
    [rareEngineer],
    [backEnd],
  ]);
});

test('conditions on all alternatives are part of each', () => {
  const query = all([any([rareEngineer, backEnd]), not("'intern'")]);
  expect(divideForIndex(query, MILLION).flat().map(toTsquery)).toEqual([
    "(('rare' & 'platform' & 'engineer') & !('intern'))",
    "(('back' & 'end' & 'engineer') & !('intern'))",
  ]);
});

test.each([
  ['on a small board', any([rareEngineer, backEnd]), 10_000],
  ['if all alternatives share a rare term', all(["'rare'", any([backEnd, "'end'"])]), 1_000_000],
  ['if each alternative is a single term', any(["'back'", "'end'"]), 1_000_000],
  ['without alternatives', backEnd, 1_000_000],
])('a query stays whole %s', (_, query: TextQuery, jobs: number) => {
  expect(divideForIndex(query, { jobs, termShare })).toEqual([[query]]);
});

const titles = any([backEnd, all(["'front'", "'stack'", "'engineer'"])]);
const places = any(["'city'", all(["'town'", "'rare'"])]);

test('a required part with alternatives is a condition of its own', () => {
  const scans = divideForIndex(all([titles, places, not("'intern'")]), MILLION);
  expect(scans.map((scan) => scan.map(toTsquery))).toEqual([
    [toTsquery(titles), toTsquery(all([places, not("'intern'")]))],
  ]);
});

test('one of several alternatives may have two conditions', () => {
  const remote = all(["'rare'", "'remote'"]);
  const scans = divideForIndex(any([remote, all([titles, places])]), MILLION);
  expect(scans.map((scan) => scan.map(toTsquery))).toEqual([
    [toTsquery(remote)],
    [toTsquery(titles), toTsquery(places)],
  ]);
});

test('an excluded term is never a condition of its own', () => {
  const onlyExcluded = all([titles, not("'intern'")]);
  for (const scan of divideForIndex(onlyExcluded, MILLION)) {
    expect(scan.every((condition) => typeof condition === 'string' || !('not' in condition))).toBe(
      true,
    );
  }
});

/** Whether a job with these terms matches a query. */
function matches(query: TextQuery, terms: string[]): boolean {
  if (typeof query === 'string') return query === '' || terms.includes(query);
  if ('not' in query) return !matches(query.not, terms);
  if ('pattern' in query) return matches(query.words, terms);
  return 'all' in query
    ? query.all.every((each) => matches(each, terms))
    : query.any.some((each) => matches(each, terms));
}

const TERMS = ["'a'", "'b'", "'c'", "'d'", "'e'"];

/** All combinations of terms that a job can have. */
const JOBS = Array.from({ length: 2 ** TERMS.length }, (_, bits) =>
  TERMS.filter((_, index) => bits & (1 << index)),
);

test.each([
  any([all(["'a'", "'b'"]), all(["'c'", "'d'"]), "'e'"]),
  all([any([all(["'a'", "'b'"]), "'c'"]), any([all(["'d'", "'e'"]), "'a'"]), not("'b'")]),
  all([any([all(["'a'", any([all(["'b'", "'c'"]), "'d'"])]), all(["'d'", "'e'"])]), "'c'"]),
  all(
    Array.from({ length: 6 }, (_, index) => any([all(TERMS.slice(0, 2)), TERMS[index % 5] ?? ''])),
  ),
])('the alternatives of %j find the same jobs as the whole', (query) => {
  const parts = alternativesOf(query);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.length).toBeLessThanOrEqual(16);
  for (const job of JOBS) {
    expect(parts.some((part) => matches(part, job))).toBe(matches(query, job));
  }
});

test.each([
  all([
    any([all(["'a'", "'b'"]), all(["'c'", "'d'"])]),
    any(["'e'", all(["'a'", "'c'"])]),
    not("'b'"),
  ]),
  any([
    all([any([all(["'a'", "'b'"]), "'c'"]), any([all(["'d'", "'e'"]), all(["'b'", "'d'"])])]),
    all(["'c'", "'e'"]),
  ]),
])('the scans of %j find the same jobs as the whole', (query) => {
  const scans = divideForIndex(query, MILLION);
  expect(scans.some((scan) => scan.length > 1)).toBe(true);
  for (const job of JOBS) {
    const isFound = scans.some((scan) => scan.every((each) => matches(each, job)));
    expect(isFound).toBe(matches(query, job));
  }
});
