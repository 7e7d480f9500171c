import { gazetteer } from '#server/content/places/gazetteer.ts';
import {
  correctTypedWords,
  isSurelyRight,
  type TypedWord,
} from '#server/content/spelling/correct-words.ts';
import { foldWord } from '#server/content/spelling/fold-word.ts';
import type { Vocabulary } from '#server/content/spelling/vocabulary.ts';
import { type Clause, replaceTerms, type Term } from '../query-parser.ts';

/** A search text with corrections. */
export type CorrectedQuery = {
  q: string;
  /** The search text as typed, with the words that were corrected in quotes, so that they are not corrected again. */
  instead: string;
  /** Whether none of the replaced words has a known meaning. */
  isUnknown: boolean;
  /**
   * Whether the replaced words are certainly misspelled, even if a few jobs contain them, or have no known meaning beside
   * such words.
   */
  isCertain: boolean;
};

/**
 * The maximum number of misspelled words. A search with more of them is in a foreign language or is random text, and is
 * not corrected.
 */
const MAX_MISSPELLED = 4;

/** Matches a word and punctuation around it, as in a sentence. */
const WORD = /^\(?(?<word>[\p{L}\p{M}\p{N}]+)[,;:.!?)]*$/u;

type PlainTerm = { term: Term; typed: TypedWord };

/** Corrects the misspelled words of a search. Returns undefined if there are none. */
export function correctQuery(
  vocabulary: Vocabulary,
  q: string,
  clauses: Clause[],
): CorrectedQuery | undefined {
  const corrected = new Map<Term, string>();
  const quoted = new Map<Term, string>();
  const sequences = sequencesOf(q, clauses);
  sequences.forEach(markPlaces);
  const misspelled = sequences.flat().filter(({ typed }) => !isSurelyRight(vocabulary, typed));
  if (misspelled.length > MAX_MISSPELLED) return undefined;
  const replacements = sequences.flatMap((sequence) => {
    const replaced = correctTypedWords(
      vocabulary,
      sequence.map(({ typed }) => typed),
    );
    for (const { from, to, text } of replaced) {
      const terms = sequence.slice(from, to).map(({ term }) => term);
      const [first, last] = [terms[0], terms.at(-1)];
      if (!first || !last) continue;
      corrected.set({ ...first, end: last.end }, text);
      for (const term of terms) quoted.set(term, `"${term.text}"`);
    }
    return replaced;
  });
  if (replacements.length === 0) return undefined;
  return {
    q: replaceTerms(q, corrected),
    instead: replaceTerms(q, quoted),
    isUnknown: replacements.every(({ mayBeRight }) => !mayBeRight),
    isCertain:
      replacements.some(({ isCertain }) => isCertain) &&
      replacements.every(({ isCertain, mayBeRight }) => isCertain || !mayBeRight),
  };
}

/** The sequences of words that only spaces separate. Phrases and excluded words interrupt a sequence. */
function sequencesOf(q: string, clauses: Clause[]): PlainTerm[][] {
  const sequences: PlainTerm[][] = [];
  let end: number | undefined;
  for (const term of clauses.flat()) {
    const word = WORD.exec(term.text)?.groups?.word;
    if (term.phrase || term.excluded || !word) continue;
    const start = term.start + term.text.indexOf(word);
    const plain: PlainTerm = {
      term: { ...term, text: word, start, end: start + word.length },
      typed: { text: foldWord(word), isKnown: false, hasMeaning: false },
    };
    const isNext = end !== undefined && /^\s*$/u.test(q.slice(end, start));
    if (isNext) sequences.at(-1)?.push(plain);
    else sequences.push([plain]);
    end = start + word.length;
  }
  return sequences;
}

/**
 * The minimum population of a city whose name counts as a known word: for its own name, and for its names in other
 * languages, such as "Cologne".
 */
const KNOWN_NAME = 15_000;
const KNOWN_NAMES = 300_000;

/** Marks words as known if they name an area, either alone or together with the next word. */
function markPlaces(sequence: PlainTerm[]): void {
  for (const [index, { typed }] of sequence.entries()) {
    const next = sequence[index + 1]?.typed;
    mark([typed], typed.text);
    if (next) mark([typed, next], `${typed.text} ${next.text}`);
  }
}

function mark(words: TypedWord[], name: string): void {
  const areas = gazetteer().named(name);
  const isKnown = areas.some(
    ({ area, isOwn }) => area.kind !== 'city' || area.people >= (isOwn ? KNOWN_NAME : KNOWN_NAMES),
  );
  for (const word of words) {
    word.isKnown ||= isKnown;
    word.hasMeaning ||= areas.length > 0;
  }
}
