/** Where a phrase is in a term. */
export type Match = { start: number; end: number };

/** Finds phrases in terms. `terms.yaml` describes how they are written. */
export type Phrases = (text: string) => Match | undefined;

/**
 * Makes a function that finds the first of several phrases in a text of `words`. Searching for texts takes linear time,
 * however many phrases there are in however many languages.
 */
export function anyOf(phrases: readonly string[]): Phrases {
  const needles = phrases.map((phrase) => ({
    isAlone: phrase.startsWith('='),
    needle:
      (phrase.startsWith('*') ? '' : ' ') +
      phrase.replace(/^[=*]|\*$/g, '') +
      (phrase.endsWith('*') ? '' : ' '),
  }));
  return (text) => {
    for (const { isAlone, needle } of needles) {
      const start = isAlone ? (text === needle ? 0 : -1) : text.indexOf(needle);
      if (start >= 0) return { start, end: start + needle.length };
    }
    return undefined;
  };
}

/**
 * Lower case words between single spaces: ` per year salary ` for `per-year-salary`, ` full time ` for `fullTime`.
 */
export function words(terms: readonly (string | null | undefined)[]): string {
  const text = terms
    .map((term) => (term ?? '').slice(0, 200))
    .join(' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('%', ' percent ')
    .replace(/[^\p{L}\p{M}\d]+/gu, ' ')
    .trim();
  return ` ${text} `;
}

/** The text without a match. */
export function without(text: string, { start, end }: Match): string {
  return `${text.slice(0, start)} ${text.slice(end)}`;
}
