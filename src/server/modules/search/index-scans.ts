import { all, any, shareOf, type TermShare, type TextQuery } from './text-query.ts';

/** The maximum number of scans for one query. */
const MAX_SCANS = 16;

/** A query is divided only if this saves reading at least this number of index entries. */
const MIN_SAVED = 8_000;

/** How many required parts of a query are considered as separate conditions. */
const MAX_PARTS = 8;

/** One scan of the index: the conditions that a job must meet. The scan reads the entries of the rarest condition. */
export type IndexScan = TextQuery[];

/**
 * Divides a query into scans and conditions if the index of words then reads fewer entries.
 * - For alternatives that share no rare term, the index reads the entries of all their terms up to a frequency, and
 *   evaluates the query for each entry. In a scan for a single alternative, it reads only the entries of its rarest term.
 * - For alternatives within several required parts, such as titles and places, it reads the entries of all parts. If a
 *   part is a separate condition, it skips to the next job that meets the rarest condition.
 *
 * https://www.postgresql.org/docs/current/gin-extensibility.html (triConsistent)
 * @param termShare estimates how many jobs contain a term; only affects speed, never results
 * @returns scans that together find exactly the jobs that the query matches
 */
export function divideForIndex(
  query: TextQuery,
  { jobs, termShare }: { jobs: number; termShare: TermShare },
): IndexScan[] {
  // Estimate each term once, because estimating a prefix takes a while.
  const shares: Shares = new Map(
    [...termsOf(query)].map((term) => [term, shareOf(term, termShare)]),
  );
  const together = scannedShare(query, shares);
  if (jobs * together < MIN_SAVED) return [[query]];
  const fastest = fastestScans(query, shares);
  const saved = together - scannedByAll(fastest, shares);
  return jobs * saved < MIN_SAVED ? [[query]] : fastest;
}

/** The estimated shares of the jobs that contain each term of a query. */
type Shares = Map<string, number>;

function fastestScans(query: TextQuery, shares: Shares): IndexScan[] {
  if (typeof query === 'string' || 'not' in query || 'pattern' in query) return [[query]];
  const { single, several } = partsOf('any' in query ? query.any : []);
  const candidates = [
    [[query]],
    alternativesOf(query).map((each) => [each]),
    'any' in query
      ? [...several.flatMap((each) => fastestScans(each, shares)), ...single.map((each) => [each])]
      : [],
    ...('all' in query ? conditionsOf(query.all).map((conditions) => [conditions]) : []),
  ].filter(({ length }) => length > 0 && length <= MAX_SCANS);
  return candidates
    .map((scans) => ({ scans, scanned: scannedByAll(scans, shares) }))
    .reduce((best, each) => (each.scanned < best.scanned ? each : best)).scans;
}

/**
 * The ways to divide required parts into two conditions, one of which is a part with alternatives. A condition never
 * only excludes terms, because the index cannot list the jobs without a term.
 */
function conditionsOf(required: TextQuery[]): IndexScan[] {
  const parts = required.flatMap(flattenAll);
  return parts.slice(0, MAX_PARTS).flatMap((part, index) => {
    const others = parts.toSpliced(index, 1);
    const isPossible =
      typeof part === 'object' &&
      'any' in part &&
      others.some((each) => typeof each === 'string' || !('not' in each));
    return isPossible ? [[part, all(others)]] : [];
  });
}

/**
 * Divides a query into alternatives that consist of several terms, and stops at `MAX_SCANS`. Alternatives of single
 * terms stay together.
 */
export function alternativesOf(query: TextQuery): TextQuery[] {
  if (typeof query === 'string' || 'not' in query || 'pattern' in query) return [query];
  if ('any' in query) {
    const { single, several } = partsOf(query.any);
    const alternatives = [...several.flatMap(alternativesOf), ...single];
    return alternatives.length <= MAX_SCANS ? alternatives : [query];
  }
  let products: TextQuery[][] = [[]];
  for (const part of query.all) {
    const alternatives = alternativesOf(part);
    const isDivided = products.length * alternatives.length <= MAX_SCANS;
    products = products.flatMap((product) =>
      (isDivided ? alternatives : [part]).map((each) => [...product, each]),
    );
  }
  return products.map(all);
}

/** The alternatives that consist of several terms, and one alternative of all single terms, if there are any. */
function partsOf(alternatives: TextQuery[]): { single: TextQuery[]; several: TextQuery[] } {
  const parts = alternatives.flatMap(flattenAny);
  const single = any(parts.filter((each) => typeof each === 'string'));
  return {
    single: single === '' ? [] : [single],
    several: parts.filter((each) => typeof each === 'object'),
  };
}

/** The alternatives of nested alternatives. */
function flattenAny(query: TextQuery): TextQuery[] {
  return typeof query === 'object' && 'any' in query ? query.any.flatMap(flattenAny) : [query];
}

/** The parts that nested required parts require. */
function flattenAll(query: TextQuery): TextQuery[] {
  return typeof query === 'object' && 'all' in query ? query.all.flatMap(flattenAll) : [query];
}

function scannedByAll(scans: IndexScan[], shares: Shares): number {
  return scans.reduce(
    (sum, conditions) =>
      sum + Math.min(...conditions.map((condition) => scannedShare(condition, shares))),
    0,
  );
}

/**
 * Estimates the number of entries that the index reads for a query, divided by the number of jobs: the entries of the
 * rarest terms, as many as are necessary so that the other terms alone cannot fulfill the query.
 */
function scannedShare(query: TextQuery, shares: Shares): number {
  const shareOfTerm = (term: string) => shares.get(term) ?? 1;
  const terms = [...termsOf(query)].sort((a, b) => shareOfTerm(a) - shareOfTerm(b));
  const last = lastScanned(query, new Map(terms.map((term, rank) => [term, rank])));
  return terms.slice(0, last + 1).reduce((sum, term) => sum + shareOfTerm(term), 0);
}

/** The rank of the most frequent term without which the more frequent terms cannot fulfill the query. */
function lastScanned(query: TextQuery, ranks: Map<string, number>): number {
  if (typeof query === 'string') return ranks.get(query) ?? 0;
  if ('not' in query) return Number.POSITIVE_INFINITY;
  if ('pattern' in query) return lastScanned(query.words, ranks);
  return 'all' in query
    ? Math.min(...query.all.map((each) => lastScanned(each, ranks)))
    : Math.max(...query.any.map((each) => lastScanned(each, ranks)));
}

/** The terms of a query that are not excluded. */
function termsOf(query: TextQuery): Set<string> {
  if (typeof query === 'string') return new Set([query]);
  if ('not' in query) return new Set();
  if ('pattern' in query) return termsOf(query.words);
  return new Set(('all' in query ? query.all : query.any).flatMap((each) => [...termsOf(each)]));
}
