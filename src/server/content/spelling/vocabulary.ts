import { setImmediate } from 'node:timers/promises';
import { editCost } from './edit-cost.ts';

/** A word, or several words that occur together. It is folded, with one space between words. */
export type VocabularyEntry = {
  text: string;
  /** The share of jobs that contain the entry, from 0 to 1; 0 if only the job dictionary contains it. */
  share: number;
  /** How often people search for the entry, relative to others. It is roughly the share of titles with the entry. */
  weight: number;
  /** Whether the entry is always right, because it is a name in the job dictionary or the name of a company. */
  isName: boolean;
  /** Whether the entry may be the correction of a misspelled word. */
  isTarget: boolean;
};

/** A word that a typed word may mean. */
export type Candidate = {
  /** One or more words. */
  text: string;
  /** The cost of the typing errors. */
  edits: number;
  /** The negative logarithm of the weight, which is low for frequent words. */
  rarity: number;
};

export type Vocabulary = {
  /** The number of entries. */
  size: number;
  /** Returns the entry for a word, or for several words with spaces. */
  get(text: string): VocabularyEntry | undefined;
  /** Returns the entry that equals this word without spaces: the word itself, or several words written as one. */
  joined(word: string): VocabularyEntry | undefined;
  /** Whether an entry is so frequent that it cannot be a typing error. */
  isFrequent(entry: VocabularyEntry | undefined): boolean;
  /** Returns how rare an entry is: the negative logarithm of its weight. */
  rarityOf(entry: VocabularyEntry | undefined): number;
  /** Returns the entries that a misspelled word may mean, the most likely first. */
  candidates(word: string): Candidate[];
};

/** The maximum number of errors in a misspelled word. */
const MAX_EDITS = 2;

/** The maximum length of compared words: the number of bits in a machine word. */
const MAX_LENGTH = 32;

/** The maximum number of errors in a word of up to this length, and the maximum sum of their costs. */
const LIMITS: { length: number; edits: number; cost: number }[] = [
  { length: 4, edits: 1, cost: 1.2 },
  { length: 6, edits: MAX_EDITS, cost: 1.6 },
  { length: MAX_LENGTH, edits: MAX_EDITS, cost: 2.2 },
];

/** The factor of the edit cost when candidates are compared by `EDIT_WEIGHT * edits + rarity`. */
export const EDIT_WEIGHT = 5;

/** The maximum number of candidates for a word. */
const MAX_CANDIDATES = 8;

/** A word cannot be a typing error if at least this share of jobs and at least this many jobs contain it. */
const FREQUENT_SHARE = 0.001;
const FREQUENT_JOBS = 5;

/**
 * The minimum number of jobs that is assumed for the rarity of a word. On a small board, a word that is missing may not
 * be rare.
 */
const MIN_JOBS = 1_000;

/** A word lacks a space if the pair of words without it is at least this many times as likely. */
const MISSING_SPACE_RATIO = 10;

/** How many entries are indexed before other requests get a turn. */
const BATCH = 5_000;

/**
 * Builds an index for spelling corrections. Candidates are found by a scan in three steps: words of a similar length
 * are compared by a bit set of their letters, then by a bit-parallel edit distance, and the few remaining words by
 * cost.
 * @param jobs the number of jobs to which the shares refer
 */
export async function buildVocabulary(
  entries: VocabularyEntry[],
  jobs: number,
): Promise<Vocabulary> {
  const least = 0.5 / Math.max(jobs, MIN_JOBS);
  const rarityOf = (entry: VocabularyEntry | undefined) => -Math.log((entry?.weight ?? 0) + least);
  const frequent = Math.max(FREQUENT_SHARE, (FREQUENT_JOBS - 0.5) / Math.max(jobs, 1));
  const isFrequent = (entry: VocabularyEntry | undefined) => (entry?.share ?? 0) >= frequent;
  const byText = new Map<string, VocabularyEntry>();
  const byJoined = new Map<string, VocabularyEntry>();
  for (const [index, entry] of entries.entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate();
    byText.set(entry.text, entry);
    const key = entry.text.replaceAll(' ', '');
    const other = byJoined.get(key);
    if (!other || isPreferred(entry, other)) byJoined.set(key, entry);
  }
  const sorted = [...byJoined]
    .filter(([key, { isTarget }]) => isTarget && key.length < MAX_LENGTH)
    .sort(([a], [b]) => a.length - b.length);
  await setImmediate();
  const keys = sorted.map(([key]) => key);
  const masks = new Int32Array(sorted.length);
  const firsts = new Uint16Array(sorted.length);
  const seconds = new Uint16Array(sorted.length);
  /** The first index of the words of each length. */
  const starts = new Int32Array(MAX_LENGTH + MAX_EDITS + 2).fill(sorted.length);
  for (let index = sorted.length - 1; index >= 0; index -= 1) {
    if (index % BATCH === 0) await setImmediate();
    const key = keys[index] ?? '';
    masks[index] = letterMask(key);
    firsts[index] = key.charCodeAt(0);
    seconds[index] = key.charCodeAt(1);
    starts[key.length] = index;
  }
  for (let length = starts.length - 2; length >= 0; length -= 1) {
    starts[length] = Math.min(starts[length] ?? 0, starts[length + 1] ?? 0);
  }

  return {
    size: byText.size,
    get: (text) => byText.get(text),
    joined: (word) => byJoined.get(word),
    rarityOf,
    isFrequent,
    candidates(word) {
      const limit = LIMITS.find(({ length }) => word.length <= length);
      if (!limit) return [];
      const mask = letterMask(word);
      const first = word.charCodeAt(0);
      const second = word.charCodeAt(1);
      const distance = patternDistance(word);
      const found: (Candidate & { cost: number })[] = [];
      const end = starts[word.length + limit.edits + 1] ?? 0;
      for (
        let index = starts[Math.max(word.length - limit.edits, 0)] ?? 0;
        index < end;
        index += 1
      ) {
        // At most one of the first two letters may be wrong. Each error changes at most two bits.
        const one = firsts[index];
        const two = seconds[index];
        if (one !== first && one !== second && two !== first && two !== second) continue;
        if (bitCount((masks[index] ?? 0) ^ mask) > 2 * limit.edits) continue;
        const key = keys[index] ?? '';
        if (distance(key) > limit.edits) continue;
        const edits = editCost(word, key);
        const entry = sorted[index]?.[1];
        if (edits > limit.cost || !entry) continue;
        const rarity = rarityOf(entry);
        found.push({ text: entry.text, edits, rarity, cost: EDIT_WEIGHT * edits + rarity });
      }
      return found.sort((a, b) => a.cost - b.cost).slice(0, MAX_CANDIDATES);
    },
  };
}

/** Whether an entry has priority over another that equals it without spaces. */
function isPreferred(entry: VocabularyEntry, other: VocabularyEntry): boolean {
  const isWord = !entry.text.includes(' ');
  if (isWord === !other.text.includes(' ')) return false;
  const [word, pair] = isWord ? [entry, other] : [other, entry];
  const isMissingSpace = pair.weight >= MISSING_SPACE_RATIO * word.weight;
  return isWord !== isMissingSpace;
}

/** A bit set of the letters in a word. Letters of other scripts share bits. */
function letterMask(word: string): number {
  let mask = 0;
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) & 31);
  return mask;
}

/** The number of bits that are set: https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The bit set of the positions of each UTF-16 code unit in the pattern. */
const positions = new Int32Array(0x10000);

/**
 * Returns a function that counts the errors between the pattern and another word. A transposition counts as one error.
 * The pattern may have at most 32 letters. The function becomes invalid with the next call. Hyyrö's algorithm compares
 * a letter with the whole pattern at once. https://doi.org/10.1007/3-540-45123-4_18
 */
function patternDistance(pattern: string): (word: string) => number {
  clearPositions();
  for (let index = 0; index < pattern.length; index += 1) {
    const unit = pattern.charCodeAt(index);
    positions[unit] = (positions[unit] ?? 0) | (1 << index);
    used.push(unit);
  }
  const last = 1 << (pattern.length - 1);
  return (word) => {
    let positive = -1;
    let negative = 0;
    let diagonal = 0;
    let previous = 0;
    let score = pattern.length;
    for (let index = 0; index < word.length; index += 1) {
      const matched = positions[word.charCodeAt(index)] ?? 0;
      const transposed = ((~diagonal & matched) << 1) & previous;
      diagonal =
        ((((matched & positive) + positive) | 0) ^ positive) | matched | negative | transposed;
      const increased = negative | ~(diagonal | positive);
      const decreased = diagonal & positive;
      if (increased & last) score += 1;
      else if (decreased & last) score -= 1;
      const shifted = (increased << 1) | 1;
      positive = (decreased << 1) | ~(diagonal | shifted);
      negative = shifted & diagonal;
      previous = matched;
    }
    return score;
  };
}

/** The code units of the latest pattern. */
const used: number[] = [];

function clearPositions(): void {
  for (const unit of used) positions[unit] = 0;
  used.length = 0;
}
