/** One word or phrase of a search. */
export type Term = {
  text: string;
  /** It was quoted. */
  phrase: boolean;
  /** It followed a minus: jobs that contain it are excluded. */
  excluded: boolean;
  /** It is the last word and may be incomplete: it also matches words that begin with it. */
  prefix: boolean;
  /** Where it stands in the typed text (UTF-16 code units). */
  start: number;
  end: number;
};

/** A job must match every clause; it matches a clause by any of its terms. An excluded term is a clause of its own. */
export type Clause = Term[];

/** Limits of a search (UTF-16 code units, terms): more than anybody types, less than what is expensive. */
const MAX_LENGTH = 300;
const MAX_TERMS = 12;

/**
 * Everything after the 100th character of a word. Decomposing a character adds up to 18 bytes, and PostgreSQL limits a
 * term to 2,046 bytes. https://www.postgresql.org/docs/current/textsearch-limitations.html
 */
const BEYOND_WORD_LIMIT = /(?<=\S{100})\S+/gu;

/** Shorter prefixes match almost everything (characters). */
const MIN_PREFIX_LENGTH = 3;

/** A quoted phrase, whose closing quote may be missing, or a word; either may follow a minus. */
const TERM = /(?<minus>-?)(?:"(?<phrase>[^"]*)(?:"|$)|(?<word>[^\s"]+))/gu;

/**
 * Parses a search: required words, "phrases", -excluded ones, and `or` between two. No input is an error: what has no
 * meaning as syntax is a word, or is ignored.
 */
export function parseTerms(typed: string): Clause[] {
  const clauses: Clause[] = [];
  let isAlternative = false;
  let count = 0;
  for (const { 0: whole, index, groups = {} } of sanitizeQuery(typed).matchAll(TERM)) {
    if (groups.word && /^(or|\|+)$/i.test(groups.word) && !groups.minus) {
      isAlternative = clauses.length > 0;
      continue;
    }
    const text = (groups.phrase ?? groups.word ?? '').trim();
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    if (count === MAX_TERMS) break;
    count += 1;
    const term: Term = {
      text,
      phrase: groups.phrase !== undefined,
      excluded: groups.minus === '-',
      prefix: false,
      start: index + (groups.minus?.length ?? 0),
      end: index + whole.length,
    };
    const previous = clauses.at(-1);
    if (isAlternative && previous && !term.excluded && !previous[0]?.excluded) previous.push(term);
    else clauses.push([term]);
    isAlternative = false;
  }
  const last = clauses.at(-1)?.at(-1);
  if (last && mayBeIncomplete(last, typed)) last.prefix = true;
  return clauses;
}

/** Removes what a search ignores, replacing each code unit by a space so that positions do not change. */
export function sanitizeQuery(typed: string): string {
  return typed
    .slice(0, MAX_LENGTH)
    .replace(/[\p{Cc}\p{Cs}\p{Co}]/gu, (character) => ' '.repeat(character.length))
    .replace(BEYOND_WORD_LIMIT, (rest) => ' '.repeat(rest.length))
    .replace(/[“”„«»]/g, '"')
    .replace(/(?<=^|\s)[–−]/g, '-');
}

function mayBeIncomplete({ text, phrase, excluded, end }: Term, typed: string): boolean {
  return !phrase && !excluded && end === typed.length && text.length >= MIN_PREFIX_LENGTH;
}

/** Replaces terms of a search by other words. */
export function replaceTerms(typed: string, replacements: Map<Term, string>): string {
  let text = '';
  let from = 0;
  for (const [{ start, end }, word] of [...replacements].sort(([a], [b]) => a.start - b.start)) {
    text += typed.slice(from, start) + word;
    from = end;
  }
  return text + typed.slice(from);
}
