/** A word or phrase of a search. */
export type Term = {
  text: string;
  /** Whether the term is quoted. */
  phrase: boolean;
  /** Whether a minus precedes the term, so that jobs that contain the term are excluded. */
  excluded: boolean;
  /** Whether the term is the last word and may be incomplete. It then also matches words that begin with it. */
  prefix: boolean;
  /** The position of the term in the search text (UTF-16 code units). */
  start: number;
  end: number;
};

/**
 * A job must match every clause. A job matches a clause if it matches any term of the clause. An excluded term is a
 * clause by itself.
 */
export type Clause = Term[];

/** The only term of a clause, if it is a required word without quotes. */
export function plainTerm([term, ...alternatives]: Clause): Term | undefined {
  const isPlain = term && alternatives.length === 0 && !term.phrase && !term.excluded;
  return isPlain ? term : undefined;
}

/** Limits of a search (UTF-16 code units, terms). They exceed what people type, but prevent expensive searches. */
const MAX_LENGTH = 300;
const MAX_TERMS = 12;

/**
 * The maximum length of a word in its compatibility form (UTF-16 code units), in which one character may become 18.
 * PostgreSQL limits a term to 2,046 bytes. https://www.postgresql.org/docs/current/textsearch-limitations.html
 */
const MAX_WORD_LENGTH = 100;

/** The minimum length of a prefix (characters). Shorter prefixes match almost everything. */
const MIN_PREFIX_LENGTH = 3;

/**
 * Matches a word or a quoted phrase, whose closing quote may be missing. Either may follow a minus. An abbreviation such
 * as "R & D" is one word.
 */
const TERM = /(?<minus>-?)(?:"(?<phrase>[^"]*)(?:"|$)|(?<word>\p{L}{1,2} & \p{L}(?!\S)|[^\s"]+))/gu;

/** Matches an abbreviation such as "R&D" and "AT&T". Its words are too short, or too common, to be searched alone. */
const SIGNED = /^(?:\p{L}{1,3}(?:&\p{L})+|\p{L}&\p{L}{2,3})[,.;:!?)]*$/u;

/** Matches a text of a search that has no meaning as syntax. */
const SIGN = /[^\s"|-]/u;

/** Whether a word is an abbreviation with a sign, whose words must be adjacent and as written. */
export function isSigned(text: string): boolean {
  return SIGNED.test(text);
}

/** Whether a search has signs, such as "###", and no words. Unlike an empty search, it finds no job. */
export function hasOnlySigns(typed: string): boolean {
  const text = sanitizeQuery(typed);
  return SIGN.test(text) && !/[\p{L}\p{N}]/u.test(text);
}

/**
 * Parses a search: required words, "phrases", -excluded words, and `or` between alternatives. Every input is valid:
 * characters without a meaning as syntax become words or are ignored.
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
    const text = groups.phrase?.trim() ?? (groups.word ?? '').replaceAll(' ', '');
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

/** Replaces each code unit that has no meaning in a search with a space, so that positions do not change. */
export function sanitizeQuery(typed: string): string {
  return typed
    .slice(0, MAX_LENGTH)
    .replace(/[\p{Cc}\p{Cs}\p{Co}]/gu, (character) => ' '.repeat(character.length))
    .replace(/\S+/g, shortenWord)
    .replace(/[“”„«»]/g, '"')
    .replace(/(?<=^|\s)[–−]/g, '-');
}

/** Replaces the end of a word that is too long with spaces. */
function shortenWord(word: string): string {
  let length = 0;
  let end = 0;
  for (const character of word) {
    length += character.normalize('NFKC').length;
    if (length > MAX_WORD_LENGTH) break;
    end += character.length;
  }
  return word.slice(0, end).padEnd(word.length);
}

function mayBeIncomplete({ text, phrase, excluded, end }: Term, typed: string): boolean {
  const isPlain = !phrase && !excluded && !isSigned(text);
  return isPlain && end === typed.length && text.length >= MIN_PREFIX_LENGTH;
}

/** Replaces terms of a search text with other words, and keeps the rest. */
export function replaceTerms(typed: string, replacements: Map<Term, string>): string {
  let text = '';
  let from = 0;
  for (const [{ start, end }, word] of [...replacements].sort(([a], [b]) => a.start - b.start)) {
    text += typed.slice(from, start) + word;
    from = end;
  }
  return text + typed.slice(from);
}
