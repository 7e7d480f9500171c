import type { TermShare, TextQuery } from '#server/modules/search/text-query.ts';

/** The version of this file and of what it uses. Terms of another version are derived again. */
export const DERIVATION = 1;

/** The maximum number of lists of a search, and of terms in all of them. They bound the size of a stored search. */
const MAX_LISTS = 6;
const MAX_TERMS = 200;

/**
 * Matches terms of dates, by which a phrase is only sought in the newest jobs; see `phraseWindow`. New jobs have other
 * dates.
 */
const DATE = /^[#~]\d+$/;

/**
 * The terms that every job has that a query matches: at least one of each list. The lists with the rarest terms come
 * first. Returns no lists if nothing is necessary.
 */
export function necessaryTerms(query: TextQuery, share: TermShare): string[][] {
  const lists = listsOf(query, share).sort((a, b) => shareOfAny(a, share) - shareOfAny(b, share));
  let terms = 0;
  return lists.slice(0, MAX_LISTS).filter((list) => {
    terms += list.length;
    return terms <= MAX_TERMS;
  });
}

/** The lists of a query, in conjunctive normal form without the lists that would need a prefix or a negation. */
function listsOf(query: TextQuery, share: TermShare): string[][] {
  if (typeof query === 'string') return termsOf(query).map((term) => [term]);
  if ('pattern' in query) return listsOf(query.words, share);
  if ('not' in query) return [];
  if ('all' in query) {
    const lists = query.all.flatMap((part) => listsOf(part, share));
    return [...new Map(lists.map((list) => [list.join(' '), list])).values()].filter(
      (list) => !list.every((term) => DATE.test(term)),
    );
  }
  // Of each alternative, take the rarest list. An alternative without one may match any job.
  const rarest = query.any.map((part) =>
    listsOf(part, share).reduce<string[] | undefined>(
      (best, list) => (best && shareOfAny(best, share) <= shareOfAny(list, share) ? best : list),
      undefined,
    ),
  );
  if (rarest.includes(undefined)) return [];
  return [[...new Set(rarest.flatMap((list) => list ?? []))]];
}

/** The terms in the text of a `tsquery` whose terms must all match, without prefixes. */
function termsOf(text: string): string[] {
  return [...text.matchAll(/'((?:[^']|'')*)'(:\*)?/g)].flatMap(([, term = '', prefix]) =>
    prefix ? [] : [term.replaceAll("''", "'").replaceAll('\\\\', '\\')],
  );
}

const shareOfAny = (list: string[], share: TermShare) =>
  list.reduce((sum, term) => sum + share(term, false), 0);
