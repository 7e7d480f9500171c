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
  const together = scannedShare(query, termShare);
  if (jobs * together < MIN_SAVED) return [[query]];
  const fastest = fastestScans(query, termShare);
  const saved = together - scannedByAll(fastest, termShare);
  return jobs * saved < MIN_SAVED ? [[query]] : fastest;
}

function fastestScans(query: TextQuery, termShare: TermShare): IndexScan[] {
  if (typeof query === 'string' || 'not' in query) return [[query]];
  const { single, several } = partsOf('any' in query ? query.any : []);
  const candidates = [
    [[query]],
    alternativesOf(query).map((each) => [each]),
    'any' in query
      ? [
          ...several.flatMap((each) => fastestScans(each, termShare)),
          ...single.map((each) => [each]),
        ]
      : [],
    ...('all' in query ? conditionsOf(query.all).map((conditions) => [conditions]) : []),
  ].filter(({ length }) => length > 0 && length <= MAX_SCANS);
  return candidates
    .map((scans) => ({ scans, scanned: scannedByAll(scans, termShare) }))
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
  if (typeof query === 'string' || 'not' in query) return [query];
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

function scannedByAll(scans: IndexScan[], termShare: TermShare): number {
  return scans.reduce(
    (sum, conditions) =>
      sum + Math.min(...conditions.map((condition) => scannedShare(condition, termShare))),
    0,
  );
}

/**
 * Estimates the number of entries that the index reads for a query, divided by the number of jobs: the entries of the
 * rarest terms, as many as are necessary so that the other terms alone cannot fulfill the query.
 */
function scannedShare(query: TextQuery, termShare: TermShare): number {
  const shares = new Map<string, number>();
  const collect = (part: TextQuery): void => {
    if (typeof part === 'string') shares.set(part, shareOf(part, termShare));
    else if (!('not' in part))
      for (const each of 'all' in part ? part.all : part.any) collect(each);
  };
  collect(query);
  const others = new Set(shares.keys());
  let scanned = 0;
  for (const [term, share] of [...shares].sort(([, a], [, b]) => a - b)) {
    if (!canMatch(query, others)) break;
    others.delete(term);
    scanned += share;
  }
  return scanned;
}

/** Whether a query can match a job that has only these terms. */
function canMatch(query: TextQuery, terms: Set<string>): boolean {
  if (typeof query === 'string') return terms.has(query);
  if ('not' in query) return true;
  return 'all' in query
    ? query.all.every((each) => canMatch(each, terms))
    : query.any.some((each) => canMatch(each, terms));
}
