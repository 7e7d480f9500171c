import type { NecessaryTerms } from '#server/db/alert-tables.ts';
import { shareOf, type TermShare, type TextQuery } from '#server/modules/search/text-query.ts';

/** The version of this file and of what it uses. Terms of another version are derived again. */
export const DERIVATION = 1;

/** The maximum number of terms of an alternative, such as the places around a city. It bounds the size of a stored search. */
const MAX_ALTERNATIVES = 300;

/**
 * Matches terms of dates, by which a phrase is only sought in the newest jobs; see `phraseWindow`. New jobs have other
 * dates.
 */
const DATE = /^[#~]\d+$/;

/** Matches the terms in the text of a `tsquery`, with the mark of prefixes. */
const TERM = /'((?:[^']|'')*)'(:\*)?/g;

const EVERY_JOB: NecessaryTerms = { all: [] };

/** The terms that the jobs have that a query matches. Prefixes, negations and the order of words require nothing. */
export function necessaryTerms(query: TextQuery, share: TermShare): NecessaryTerms {
  if (typeof query === 'string') {
    return allOf(
      [...query.matchAll(TERM)].flatMap(([, term = '', prefix]) =>
        prefix ? [] : [term.replaceAll("''", "'").replaceAll('\\\\', '\\')],
      ),
    );
  }
  if ('pattern' in query) return necessaryTerms(query.words, share);
  if ('not' in query) return EVERY_JOB;
  if ('all' in query) {
    // The rarest terms come first, because most searches need no others.
    const parts = [...query.all].sort((a, b) => shareOf(a, share) - shareOf(b, share));
    return allOf(parts.map((part) => necessaryTerms(part, share)));
  }
  return anyOf(query.any.map((part) => necessaryTerms(part, share)));
}

function allOf(parts: NecessaryTerms[]): NecessaryTerms {
  const distinct = withoutDuplicates(
    parts.flatMap((part) => (typeof part === 'object' && 'all' in part ? part.all : [part])),
  );
  const [only] = distinct;
  return only !== undefined && distinct.length === 1 ? only : { all: distinct };
}

function anyOf(parts: NecessaryTerms[]): NecessaryTerms {
  const distinct = withoutDuplicates(
    parts.flatMap((part) => (typeof part === 'object' && 'any' in part ? part.any : [part])),
  );
  const isFree = distinct.some(
    (part) => typeof part === 'object' && 'all' in part && part.all.length === 0,
  );
  if (isFree || distinct.length > MAX_ALTERNATIVES) return EVERY_JOB;
  if (distinct.every((part) => typeof part === 'string' && DATE.test(part))) return EVERY_JOB;
  const [only] = distinct;
  return only !== undefined && distinct.length === 1 ? only : { any: distinct };
}

const withoutDuplicates = (parts: NecessaryTerms[]) => [
  ...new Map(parts.map((part) => [JSON.stringify(part), part])).values(),
];
