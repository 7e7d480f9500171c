import { all, any, shareOf, type TermShare, type TextQuery } from './text-query.ts';

/** The maximum number of scans for one query. */
const MAX_SCANS = 16;

/** A query is divided only if this saves reading at least this number of index entries. */
const MIN_SAVED = 20_000;

/**
 * Divides a query into alternatives if the index of words finds them faster one by one than together. For alternatives
 * that share no rare term, the index reads the entries of all their terms up to a frequency, and evaluates the query for
 * each entry. For a single alternative, it reads only the entries of its rarest term.
 * https://www.postgresql.org/docs/current/gin-extensibility.html (triConsistent)
 * @param termShare estimates how many jobs contain a term; only affects speed, never results
 * @returns queries that together match exactly the jobs that the query matches
 */
export function divideForIndex(
  query: TextQuery,
  { jobs, termShare }: { jobs: number; termShare: TermShare },
): TextQuery[] {
  const together = scannedShare(query, termShare);
  if (jobs * together < MIN_SAVED) return [query];
  const alternatives = alternativesOf(query);
  const apart = alternatives.reduce((sum, each) => sum + scannedShare(each, termShare), 0);
  return jobs * (together - apart) < MIN_SAVED ? [query] : alternatives;
}

/**
 * Divides a query into alternatives that consist of several terms, and stops at `MAX_SCANS`. Alternatives of single
 * terms stay together.
 */
export function alternativesOf(query: TextQuery): TextQuery[] {
  if (typeof query === 'string' || 'not' in query) return [query];
  if ('any' in query) {
    const parts = query.any.flatMap(flatten);
    const single = any(parts.filter((each) => typeof each === 'string'));
    const several = parts.filter((each) => typeof each === 'object').flatMap(alternativesOf);
    const alternatives = single === '' ? several : [...several, single];
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

/** The alternatives of nested alternatives. */
function flatten(query: TextQuery): TextQuery[] {
  return typeof query === 'object' && 'any' in query ? query.any.flatMap(flatten) : [query];
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
