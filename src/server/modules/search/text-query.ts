/**
 * A query for terms of a job: the text of a `tsquery`, a phrase, or a combination of queries. The empty text matches every
 * job. https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY
 */
export type TextQuery =
  | string
  | Phrase
  | { all: TextQuery[] }
  | { any: TextQuery[] }
  | { not: TextQuery };

/** Adjacent words of a description. The index has no positions, so the descriptions with the words are searched. */
type Phrase = {
  /** The terms of the words, and a limit of the searched jobs. Never empty. */
  words: TextQuery;
  /** A regular expression of PostgreSQL that matches the phrase. */
  pattern: string;
};

/** Matches no job, because no word is empty; see `marked`. */
export const NO_JOB = "'!'";

export function all(queries: TextQuery[]): TextQuery {
  const nonEmpty = distinct(queries);
  return nonEmpty.length > 1 ? { all: nonEmpty } : (nonEmpty[0] ?? '');
}

export function any(queries: TextQuery[]): TextQuery {
  const nonEmpty = distinct(queries);
  return nonEmpty.length > 1 ? { any: nonEmpty } : (nonEmpty[0] ?? '');
}

/** Quotes a term for a query, whatever characters it contains. */
export function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** The queries that are not empty, without duplicates. */
function distinct(queries: TextQuery[]): TextQuery[] {
  const byText = new Map(queries.map((query) => [keyOf(query), query]));
  byText.delete('');
  return [...byText.values()];
}

export function not(query: TextQuery): TextQuery {
  return query === '' ? '' : { not: query };
}

/** The text of a query in PostgreSQL's syntax, and whether the query has phrases. */
type Compiled = { text: string; hasPhrase: boolean };

/** The compiled queries. The queries of a search have many parts in common. */
const compiled = new WeakMap<object, Compiled>();

/**
 * Writes a query in PostgreSQL's syntax. If it has phrases, the text also matches jobs in which their words are not adjacent,
 * and it is empty if it would match every job.
 */
export function toTsquery(query: TextQuery): string {
  return typeof query === 'string' ? query : compile(query).text;
}

/** Whether a query has phrases, so that the index alone does not answer it. */
export function hasPhrase(query: TextQuery): boolean {
  return typeof query !== 'string' && compile(query).hasPhrase;
}

/** A text that only equal queries have. */
const keyOf = (query: TextQuery) => (hasPhrase(query) ? JSON.stringify(query) : toTsquery(query));

function compile(query: Exclude<TextQuery, string>): Compiled {
  const known = compiled.get(query);
  if (known) return known;
  const result = {
    text: write(query),
    hasPhrase: 'pattern' in query || partsOf(query).some(hasPhrase),
  };
  compiled.set(query, result);
  return result;
}

function partsOf(query: Exclude<TextQuery, string>): TextQuery[] {
  if ('pattern' in query) return [query.words];
  if ('not' in query) return [query.not];
  return 'all' in query ? query.all : query.any;
}

function write(query: Exclude<TextQuery, string>): string {
  const texts = partsOf(query).map(toTsquery);
  if ('pattern' in query) return texts.join('');
  // A job may have the words without the phrase.
  if ('not' in query) return hasPhrase(query.not) ? '' : `!(${texts.join('')})`;
  if ('any' in query) return texts.includes('') ? '' : `(${texts.join(' | ')})`;
  const required = texts.filter(Boolean);
  return required.length > 0 ? `(${required.join(' & ')})` : '';
}

/**
 * Estimates the share of jobs that contain a term, from 0 to 1. For a prefix, estimates the share of jobs with any term
 * that begins with it.
 */
export type TermShare = (term: string, isPrefix: boolean) => number;

/** The minimum estimated share of jobs that an excluded term leaves, because an estimate is never exactly zero. */
const MIN_SHARE = 0.001;

/** Estimates the share of jobs that a query matches, from 0 to 1. Row estimates only affect speed, never results. */
export function shareOf(query: TextQuery, termShare: TermShare): number {
  if (query === '') return 1;
  if (typeof query === 'string') return shareOfText(query, termShare);
  if ('pattern' in query) return shareOf(query.words, termShare);
  if ('not' in query) return Math.max(MIN_SHARE, 1 - shareOf(query.not, termShare));
  const sharesOf = (queries: TextQuery[]) =>
    queries.map((each) => shareOf(each, termShare)).sort((a, b) => a - b);
  // Terms that are searched together tend to occur together. Therefore, each additional term reduces the estimated
  // share less than the term before it (exponential backoff of selectivities), and each additional alternative of
  // several terms, such as another spelling of a title, increases it less.
  if ('any' in query) {
    const single = sharesOf(query.any.filter((each) => typeof each === 'string'));
    const several = sharesOf(query.any.filter((each) => typeof each === 'object')).reverse();
    const sum = single.reduce((total, share) => total + share, 0);
    return Math.min(
      1,
      several.reduce((total, share, index) => total + share / 2 ** index, sum),
    );
  }
  return sharesOf(query.all).reduce(
    (product, share, index) => product * share ** (1 / 2 ** index),
    1,
  );
}

/** The share of jobs with the rarest term in the text of a query whose terms must all match. */
function shareOfText(text: string, termShare: TermShare): number {
  const terms = [...text.matchAll(/'((?:[^']|'')*)'(:\*)?/g)];
  const shares = terms.map(([, term = '', prefix]) =>
    termShare(term.replaceAll("''", "'"), prefix !== undefined),
  );
  return Math.min(1, ...shares);
}
