import { all, any, NO_JOB, not, type TextQuery } from './text-query.ts';

/**
 * The query of a heading for the column `words`, in which `!` precedes the words of a heading. Their order is not known
 * there. Words as written (`x0`) are only in headings and have no mark.
 */
export function marked(query: TextQuery): TextQuery {
  if (typeof query === 'string') {
    return withoutOrder(query).replace(/'((?:[^']|'')*)'/g, (term, text: string) =>
      /^(?!x0)[\p{L}\p{N}]/u.test(text) ? `'!${text}'` : term,
    );
  }
  // A phrase is in a description. Headings have pairs of words instead.
  if ('pattern' in query) return NO_JOB;
  if ('not' in query) return not(marked(query.not));
  return 'all' in query ? all(query.all.map(marked)) : any(query.any.map(marked));
}

/** Matches texts with all words of a query in any order, because only titles have positions. */
export const withoutOrder = (query: string) => query.replace(/<(?:-|\d+)>/g, '&');
