/** One word or phrase of what a person typed into the search. */
export type Term = {
  text: string;
  /** It stood in quotes. */
  phrase: boolean;
  /** It stood behind a minus: what holds it is not wanted. */
  unwanted: boolean;
  /** It is the last word and perhaps not whole yet: its beginning finds too. */
  open: boolean;
  /** Where it stands in what was typed. */
  start: number;
  end: number;
};

/** All clauses are to be met; one is met by any of its terms. What is unwanted is a clause by itself. */
export type Clause = Term[];

/** What is read of a search, in characters and in terms: more than anybody types, and less than is costly. */
const READ_LENGTH = 300;
const READ_TERMS = 12;

/**
 * And of each word: where its letters are taken apart it may grow by 18 bytes for each, and PostgreSQL takes
 * 2,046. https://www.postgresql.org/docs/current/textsearch-limitations.html
 */
const READ_WORD = /(?<=\S{100})\S+/gu;

/** With fewer letters, a beginning is a beginning of nearly everything. */
const OPEN_LENGTH = 3;

/** A phrase in quotes, of which the last may be missing; or a word. Each perhaps behind a minus. */
const TERM = /(?<minus>-?)(?:"(?<phrase>[^"]*)(?:"|$)|(?<word>[^\s"]+))/gu;

/**
 * Reads what a person typed: words that are all to be found, "phrases", -unwanted ones, and `or` between
 * two. Nothing is an error; what makes no sense is a word like any other, or nothing.
 */
export function parseTerms(typed: string): Clause[] {
  const clauses: Clause[] = [];
  let joins = false;
  let terms = 0;
  for (const { 0: whole, index, groups = {} } of sanitizeQuery(typed).matchAll(TERM)) {
    if (groups.word && /^(or|\|+)$/i.test(groups.word) && !groups.minus) {
      joins = clauses.length > 0;
      continue;
    }
    const text = (groups.phrase ?? groups.word ?? '').trim();
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    if (terms === READ_TERMS) break;
    terms += 1;
    const end = index + whole.length;
    const term: Term = {
      text,
      phrase: groups.phrase !== undefined,
      unwanted: groups.minus === '-',
      open: false,
      start: index + (groups.minus?.length ?? 0),
      end,
    };
    const before = clauses.at(-1);
    if (joins && before && !term.unwanted && !before[0]?.unwanted) before.push(term);
    else clauses.push([term]);
    joins = false;
  }
  const last = clauses.at(-1)?.at(-1);
  if (last && isOpen(last, typed)) last.open = true;
  return clauses;
}

/**
 * As much as is read, without the characters that stand for no letter. A space stands in place of each,
 * so that everything else stays where it was.
 */
export function sanitizeQuery(typed: string): string {
  return typed
    .slice(0, READ_LENGTH)
    .replace(/[\p{Cc}\p{Cs}\p{Co}]/gu, (character) => ' '.repeat(character.length))
    .replace(READ_WORD, (rest) => ' '.repeat(rest.length))
    .replace(/[“”„«»]/g, '"')
    .replace(/(?<=^|\s)[–−]/g, '-');
}

function isOpen({ text, phrase, unwanted, end }: Term, typed: string): boolean {
  return !phrase && !unwanted && end === typed.length && text.length >= OPEN_LENGTH;
}

/** What was typed, with other words in place of some of its terms. */
export function replaceTerms(typed: string, replacements: Map<Term, string>): string {
  let text = '';
  let from = 0;
  for (const [{ start, end }, word] of [...replacements].sort(([a], [b]) => a.start - b.start)) {
    text += typed.slice(from, start) + word;
    from = end;
  }
  return text + typed.slice(from);
}
