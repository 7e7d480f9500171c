/**
 * What is asked of the words of a job: the text of a `tsquery`, or several of them together; the empty text
 * asks for nothing. https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY
 */
export type TextQuery = string | { all: TextQuery[] } | { any: TextQuery[] } | { not: TextQuery };

export function all(queries: TextQuery[]): TextQuery {
  const told = queries.filter((query) => query !== '');
  return told.length > 1 ? { all: told } : (told[0] ?? '');
}

export function any(queries: TextQuery[]): TextQuery {
  const told = queries.filter((query) => query !== '');
  return told.length > 1 ? { any: told } : (told[0] ?? '');
}

export function not(query: TextQuery): TextQuery {
  return query === '' ? '' : { not: query };
}

/** As PostgreSQL reads it. */
export function textOf(query: TextQuery): string {
  if (typeof query === 'string') return query;
  if ('not' in query) return `!(${textOf(query.not)})`;
  return 'all' in query
    ? `(${query.all.map(textOf).join(' & ')})`
    : `(${query.any.map(textOf).join(' | ')})`;
}

/** In which share of all jobs a word stands, from 0 to 1; a begun one, in any of its endings. */
export type ShareOfWord = (word: string, begun: boolean) => number;

/** What an exclusion leaves at the least: the shares are estimates, and none is of nothing. */
const LEAST_LEFT = 0.001;

/** About which share of all jobs it finds; more rather than less, but for exclusions. */
export function shareOf(query: TextQuery, ofWord: ShareOfWord): number {
  if (query === '') return 1;
  if (typeof query === 'string') return shareOfText(query, ofWord);
  if ('not' in query) return Math.max(LEAST_LEFT, 1 - shareOf(query.not, ofWord));
  if ('any' in query) {
    const shares = query.any.map((each) => shareOf(each, ofWord));
    return Math.min(
      1,
      shares.reduce((sum, share) => sum + share, 0),
    );
  }
  // What is asked for together tends to stand together: each further word counts much less.
  const shares = query.all.map((each) => shareOf(each, ofWord)).sort((a, b) => a - b);
  return shares.reduce((product, share, place) => product * share ** (1 / 4 ** place), 1);
}

/** Of a word or several that are all to be there, as PostgreSQL writes them. */
function shareOfText(text: string, ofWord: ShareOfWord): number {
  const words = [...text.matchAll(/'((?:[^']|'')*)'(:\*)?/g)];
  const shares = words.map(([, word = '', begun]) =>
    ofWord(word.replaceAll("''", "'"), begun !== undefined),
  );
  return Math.min(1, ...shares);
}
