import {
  type Candidate,
  EDIT_WEIGHT,
  type Vocabulary,
  type VocabularyEntry,
} from './vocabulary.ts';

/** A word of the search, folded. */
export type TypedWord = {
  text: string;
  /** Whether the word is never corrected, for example because it is the name of a city. */
  isKnown: boolean;
  /**
   * Whether the word has a meaning of its own, for example as the name of a village. Beside other words, it is
   * corrected if the pair of words makes this likely. If it is the only word, a correction is only suggested.
   */
  hasMeaning: boolean;
};

/** One or two words of the search, and the text that replaces them. */
export type Replacement = {
  /** The index of the first typed word. */
  from: number;
  /** The index after the last typed word. */
  to: number;
  text: string;
  /**
   * Whether one of the typed words may be right, because a job contains it, or because it may be an abbreviation or a
   * small place.
   */
  mayBeRight: boolean;
  /** Whether the replaced word is rare and certainly misspelled. */
  isCertain: boolean;
};

/**
 * The minimum length of a corrected word (characters). Shorter words resemble too many others. A word of exactly this
 * length may also be an abbreviation.
 */
const MIN_LENGTH = 3;

/**
 * The added cost of correcting a word of the minimum length beside others. The correction then depends on the pair of
 * words.
 */
const SHORT = 3;

/** The added cost of not correcting a word that no job contains, so that a correction is more likely. */
const UNKNOWN = 15;

/** The costs of a missing and of an added space: the logarithm of the rarity of the error. */
const MISSING_SPACE = 1.5;
const EXTRA_SPACE = 2.5;

/** The cost of two words that are not known to occur together, and the maximum cost of a pair that is. */
const UNKNOWN_PAIR = 1;
const KNOWN_PAIR = 2;

/** The minimum length of each part when a word is split into two, unless the parts are known to occur together. */
const MIN_PART = 3;

/**
 * A rare word is certainly misspelled, even if a few jobs contain it, if it has at least this length and is one error
 * away from a word that is this many times as likely. The shorter the word, the more words resemble it by chance.
 */
const CERTAIN = [
  { length: 7, edits: 0.9, gain: Math.log(10) },
  { length: 5, edits: 1, gain: Math.log(50) },
];

/** The cost of a doubled letter that should be single, or the reverse, as in "developper". */
const DOUBLING = 0.4;

/** How many times as likely a word must be that forms a pair with its neighbor, and the pair. */
const PAIR_GAIN = Math.log(10);

/** The number of last letters in which two forms of the same word may differ. */
const ENDING = 3;

/** The endings of the forms of a word in several languages, as in "engineer", "engineers" and "engineering". */
const ENDINGS = new Set(
  (
    ' a al an as d e ed ee el em en er ers es eur i ial ic ice ics ied ier ies ily ing ion is ist ity ive ix ize ism ' +
    'ly n ns o on or ors os r rs s se st te ten ter tes tic to tor ty um us x y'
  ).split(' '),
);

/** One way to read a part of the search. */
type Reading = {
  from: number;
  to: number;
  words: string[];
  cost: number;
  /** The cost of typing errors; undefined if the words are as typed. */
  edits?: number;
  /** Whether the word is as typed, rare, and similar to other words. The few jobs that contain it may be misspelled. */
  isDoubtful?: boolean;
};

type Path = { cost: number; last: string | undefined; isDoubtful: boolean; readings: Reading[] };

/**
 * Corrects successive words together. The most likely interpretation wins. Words are likely if they are frequent and
 * occur together, and typing errors are likely if people often make them (a noisy channel).
 * https://web.stanford.edu/~jurafsky/slp3/B.pdf
 */
export function correctTypedWords(vocabulary: Vocabulary, typed: TypedWord[]): Replacement[] {
  /** For each word, the best paths that end before it, by the last word of the path. */
  const paths: Map<string, Path>[] = typed.map(() => new Map());
  paths.push(new Map());
  paths[0]?.set('', {
    cost: 0,
    last: undefined,
    isDoubtful: false,
    readings: [],
  });
  for (const [index, starting] of paths.entries()) {
    const readings = readingsAt(vocabulary, typed, index);
    for (const path of starting.values()) {
      for (const reading of readings) {
        const { cost, last } = append(vocabulary, path, reading);
        const ends = paths[reading.to];
        const best = ends?.get(last);
        if (best && best.cost <= cost) continue;
        const { isDoubtful = false } = reading;
        ends?.set(last, { cost, last, isDoubtful, readings: [...path.readings, reading] });
      }
    }
  }
  const [best] = [...(paths.at(-1)?.values() ?? [])].sort((a, b) => a.cost - b.cost);
  return (best?.readings ?? []).flatMap((reading) =>
    reading.edits === undefined ? [] : [describe(vocabulary, typed, reading, reading.edits)],
  );
}

/** Whether a word is never corrected. */
export function isSurelyRight(vocabulary: Vocabulary, { text, isKnown }: TypedWord): boolean {
  if (isKnown || !/^[\p{L}\p{M}]+$/u.test(text)) return true;
  const entry = vocabulary.get(text);
  return entry?.isName || vocabulary.isFrequent(entry);
}

/** The readings that begin with the typed word at an index. */
function readingsAt(vocabulary: Vocabulary, typed: TypedWord[], from: number): Reading[] {
  const word = typed[from];
  if (!word) return [];
  const { text } = word;
  const isRight = isSurelyRight(vocabulary, word);
  const entry = vocabulary.get(text);
  const to = from + 1;
  const isAlone = typed.length === 1;
  const isShort = text.length === MIN_LENGTH;
  const isCorrected = !isRight && text.length >= MIN_LENGTH;
  const mayStay = entry || !isCorrected || (!isAlone && (word.hasMeaning || isShort));
  const candidates = isCorrected ? vocabulary.candidates(text) : [];
  const isMisspelled = candidates.some((candidate) =>
    isCertainlyMisspelled(vocabulary, word, candidate),
  );
  const readings: Reading[] = [
    {
      from,
      to,
      words: [text],
      cost: vocabulary.rarityOf(entry) + (mayStay && !isMisspelled ? 0 : UNKNOWN),
      isDoubtful: candidates.some(({ text: other }) => other !== text && !isSameWord(text, other)),
    },
  ];
  if (isCorrected) {
    for (const candidate of candidates) {
      if (candidate.text === text || (entry && isSameWord(text, candidate.text))) continue;
      if (isShort && isAlone && !vocabulary.get(candidate.text)?.isName) continue;
      const words = candidate.text.split(' ');
      const added = (words.length > 1 ? MISSING_SPACE : 0) + (isShort ? SHORT : 0);
      readings.push(toReading(candidate, { from, to }, words, added));
    }
    if (!entry) readings.push(...splitReadings(vocabulary, text, { from, to }));
  }
  const next = typed[to];
  if (next) readings.push(...joinedReadings(vocabulary, [word, next], from));
  return readings;
}

function toReading(
  { edits, rarity }: Pick<Candidate, 'edits' | 'rarity'>,
  range: { from: number; to: number },
  words: string[],
  added: number,
): Reading {
  return { ...range, words, cost: EDIT_WEIGHT * edits + rarity + added, edits };
}

/** Interprets a word as two or more words that lack a space, even if they are not known to occur together. */
function splitReadings(
  vocabulary: Vocabulary,
  text: string,
  range: { from: number; to: number },
): Reading[] {
  const readings: Reading[] = [];
  for (let at = MIN_PART; at <= text.length - MIN_PART; at += 1) {
    const parts = [vocabulary.joined(text.slice(0, at)), vocabulary.joined(text.slice(at))];
    if (!parts.every((part) => vocabulary.isFrequent(part))) continue;
    const words = parts.flatMap((part) => part?.text.split(' ') ?? []);
    const rarity = parts.reduce((sum, part) => sum + vocabulary.rarityOf(part), UNKNOWN_PAIR);
    readings.push(toReading({ edits: 0, rarity }, range, words, 2 * MISSING_SPACE));
  }
  return readings;
}

/** Interprets two words as one word with an added space. */
function joinedReadings(
  vocabulary: Vocabulary,
  [first, second]: [TypedWord, TypedWord],
  from: number,
): Reading[] {
  if (vocabulary.get(`${first.text} ${second.text}`)) return [];
  const joined = first.text + second.text;
  if (joined.length <= MIN_LENGTH) return [];
  const range = { from, to: from + 2 };
  const exact = vocabulary.get(joined);
  if (exact && (exact.isName || vocabulary.isFrequent(exact))) {
    const rarity = vocabulary.rarityOf(exact);
    return [toReading({ edits: 0, rarity }, range, [joined], EXTRA_SPACE)];
  }
  if ([first, second].some((word) => isSurelyRight(vocabulary, word))) return [];
  return vocabulary
    .candidates(joined)
    .filter(({ text }) => !text.includes(' '))
    .map((candidate) => toReading(candidate, range, [candidate.text], EXTRA_SPACE));
}

/**
 * Continues a path. Words that are known to occur together cost less. A doubtful word costs less only in a frequent pair:
 * one title with "sofware enginer" does not make both words right.
 */
function append(vocabulary: Vocabulary, path: Path, { words, cost, isDoubtful }: Reading) {
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (path.last === undefined) return { cost: path.cost + cost, last };
  const rarity = vocabulary.rarityOf(vocabulary.get(first));
  const known = vocabulary.get(`${path.last} ${first}`);
  const isEvidence = !(path.isDoubtful || isDoubtful) || vocabulary.isFrequent(known);
  const pair = isEvidence || known?.isName ? known : undefined;
  const rarityInPair = pair ? rarityAfter(vocabulary, path.last, pair) : rarity + UNKNOWN_PAIR;
  return { cost: path.cost + cost + Math.min(rarityInPair - rarity, UNKNOWN_PAIR), last };
}

/** How rare the second word of a pair is after the first one. */
function rarityAfter(vocabulary: Vocabulary, first: string, pair: VocabularyEntry): number {
  const conditional = vocabulary.rarityOf(pair) - vocabulary.rarityOf(vocabulary.get(first));
  return pair.isName ? Math.min(Math.max(conditional, 0), KNOWN_PAIR) : Math.max(conditional, 0);
}

function describe(
  vocabulary: Vocabulary,
  typed: TypedWord[],
  { from, to, words }: Reading,
  edits: number,
): Replacement {
  const replaced = typed.slice(from, to);
  const text = words.join(' ');
  const isAlone = typed.length === 1;
  const mayBeRight = replaced.some(
    (word) =>
      (vocabulary.get(word.text)?.share ?? 0) > 0 ||
      (isAlone && (word.hasMeaning || word.text.length === MIN_LENGTH)),
  );
  const [only] = replaced.length === 1 ? replaced : [];
  const isCertain = only
    ? isCertainlyMisspelled(vocabulary, only, { text, edits }) ||
      completesPair(vocabulary, typed, { at: from, text })
    : edits === 0;
  return { ...{ from, to, text }, mayBeRight, isCertain };
}

/**
 * Whether the correction forms a known name or a frequent pair with a neighbor, as in "product manger", and the rarer
 * typed word does not.
 */
function completesPair(
  vocabulary: Vocabulary,
  typed: TypedWord[],
  { at, text }: { at: number; text: string },
): boolean {
  const rarity = (word: string) => vocabulary.rarityOf(vocabulary.get(word));
  const word = typed[at]?.text ?? '';
  if (rarity(word) - rarity(text) < PAIR_GAIN) return false;
  const pairsOf = (middle: string) => [
    `${typed[at - 1]?.text} ${middle}`,
    `${middle} ${typed[at + 1]?.text}`,
  ];
  const asTyped = pairsOf(word);
  return pairsOf(text).some((pair, side) => {
    const entry = vocabulary.get(pair);
    const before = asTyped[side] ?? '';
    if (entry?.isName && !vocabulary.get(before)) return true;
    return vocabulary.isFrequent(entry) && rarity(before) - rarity(pair) >= PAIR_GAIN;
  });
}

/** Whether a word is misspelled even in the few jobs that contain it. */
function isCertainlyMisspelled(
  vocabulary: Vocabulary,
  { text, hasMeaning }: TypedWord,
  candidate: Pick<Candidate, 'text' | 'edits'>,
): boolean {
  if (hasMeaning || isSameWord(text, candidate.text)) return false;
  if (candidate.edits > DOUBLING && isFormOfKnownWord(vocabulary, text)) return false;
  const rarity = (word: string) => vocabulary.rarityOf(vocabulary.get(word));
  const gained = rarity(text) - rarity(candidate.text);
  return CERTAIN.some(
    ({ length, edits, gain }) =>
      text.length >= length && candidate.edits <= edits && gained >= gain,
  );
}

/** Matches a word with an ending that forms a plural, a participle or the like. */
const FORM = /^(?<base>\p{L}{2,}?)(?:(?<!s)s|(?<=[sxzh])es|ed|ing|ers?|ly|able)$/u;

/** Whether a word is a form of a word that is always right, as "plants" of "plant" and "staging" of "stage". */
function isFormOfKnownWord(vocabulary: Vocabulary, text: string): boolean {
  const base = FORM.exec(text)?.groups?.base;
  if (base === undefined) return false;
  const single = base.at(-1) === base.at(-2) ? base.slice(0, -1) : base;
  return [base, `${base}e`, single].some((word) => {
    const entry = vocabulary.get(word);
    return entry?.isName || vocabulary.isFrequent(entry);
  });
}

/**
 * Whether two texts are forms of the same word: they begin alike, and both have an ending that such forms have. British
 * and American spellings count as forms, such as "organiser" and "organizer", and "centre" and "center".
 */
function isSameWord(one: string, other: string): boolean {
  if (one[0] !== other[0]) return false;
  if (one.replaceAll('s', 'z') === other.replaceAll('s', 'z')) return true;
  const length = Math.max(one.length, other.length);
  const start = [...one].findIndex((letter, index) => letter !== other[index]);
  // The typed word may be incomplete.
  if (start === -1) return true;
  if (start < length - ENDING) return false;
  const [ending, otherEnding] = [one.slice(start), other.slice(start)];
  if (/[bt]/.test(one[start - 1] ?? '') && [ending, otherEnding].sort().join() === 'er,re')
    return true;
  // A doubled last letter is no ending, and neither are two of the same ending, as in "enginer" and "engineer".
  const isDoubled = otherEnding === '' && ending === one[start - 1];
  const isRepeated =
    otherEnding !== '' &&
    ending !== '' &&
    (ending.endsWith(otherEnding) || otherEnding.endsWith(ending));
  return ENDINGS.has(ending) && ENDINGS.has(otherEnding) && !isDoubled && !isRepeated;
}
