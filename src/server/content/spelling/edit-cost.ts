/**
 * The costs of typing errors between a typed word and the word that was meant, for a weighted Damerau-Levenshtein
 * distance. An ordinary error costs about 1. Errors that people often make cost less.
 * https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance
 */
const COSTS = {
  transposition: 0.6,
  /** A letter that moved over two others, as in "phyton" for "python". */
  moved: 1,
  /** A neighboring key, a letter with the same sound, or another vowel in place of a vowel. */
  neighbor: 0.7,
  sameSound: 0.6,
  vowel: 0.8,
  substitution: 1.1,
  omission: 0.8,
  addition: 0.9,
  /** A single letter in place of two equal ones, or the reverse; also "k" for "ck". */
  doubling: 0.4,
  /** "f" for "ph", or the reverse. */
  phonetic: 0.5,
};

/** The added cost of an error in the first letter, which is rarely wrong. */
const FIRST_LETTER = 0.5;

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** How far each row of a QWERTY keyboard is shifted to the right (in widths of a key). */
const SHIFTS = [0, 0.25, 0.75];

const VOWELS = 'aeiouy';
const SAME_SOUND = new Set(['ck', 'cs', 'sz', 'iy', 'gj', 'kq', 'vw', 'xz']);

const neighbors = findNeighbors();

function findNeighbors(): Set<string> {
  const keys = ROWS.flatMap((row, y) =>
    [...row].map((letter, x) => ({ letter, x: x + (SHIFTS[y] ?? 0), y })),
  );
  const pairs = keys.flatMap((one) =>
    keys
      .filter((other) => Math.hypot(one.x - other.x, one.y - other.y) < 1.3)
      .map((other) => one.letter + other.letter),
  );
  return new Set(pairs);
}

/** Whether two letters are next to each other on a QWERTY keyboard. */
export function areNeighbors(one: string, other: string): boolean {
  return one !== other && neighbors.has(one + other);
}

function substitution(typed: string, meant: string): number {
  const pair = typed < meant ? typed + meant : meant + typed;
  if (SAME_SOUND.has(pair)) return COSTS.sameSound;
  if (neighbors.has(pair)) return COSTS.neighbor;
  if (VOWELS.includes(typed) && VOWELS.includes(meant)) return COSTS.vowel;
  return COSTS.substitution;
}

/** The cost of an additional letter in one of the words, at an index of that word. */
function extraLetter(word: string, index: number, cost: number): number {
  const letter = word[index];
  const isDoubled = letter === word[index - 1] || letter === word[index + 1];
  const isSilent = letter === 'c' && word[index + 1] === 'k';
  return isDoubled || isSilent ? COSTS.doubling : cost;
}

/**
 * Only words shorter than this are compared. The array of costs has an entry for each pair of prefixes of the two
 * words, including empty ones. All calls reuse the array.
 */
const SIZE = 40;
const costs = new Float64Array(SIZE * SIZE);

/**
 * The cost of the cheapest errors that turn `meant` into `typed`. It is 0 if the words are equal, and infinite for long
 * words.
 */
export function editCost(typed: string, meant: string): number {
  if (typed.length >= SIZE || meant.length >= SIZE) return Number.POSITIVE_INFINITY;
  const at = (row: number, column: number) => costs[row * SIZE + column] ?? 0;
  costs[0] = 0;
  for (let row = 0; row <= typed.length; row += 1) {
    const t = typed[row - 1] ?? '';
    const beforeT = typed[row - 2] ?? '';
    const twoBeforeT = typed[row - 3] ?? '';
    for (let column = row === 0 ? 1 : 0; column <= meant.length; column += 1) {
      const m = meant[column - 1] ?? '';
      const beforeM = meant[column - 2] ?? '';
      const twoBeforeM = meant[column - 3] ?? '';
      let best = Number.POSITIVE_INFINITY;
      if (row > 0) {
        const cost = extraLetter(typed, row - 1, COSTS.addition);
        best = at(row - 1, column) + cost + (row === 1 ? FIRST_LETTER : 0);
      }
      if (column > 0) {
        const cost = extraLetter(meant, column - 1, COSTS.omission);
        best = Math.min(best, at(row, column - 1) + cost + (column === 1 ? FIRST_LETTER : 0));
      }
      if (row > 0 && column > 0) {
        const isFirst = row === 1 && column === 1;
        const cost = t === m ? 0 : substitution(t, m) + (isFirst ? FIRST_LETTER : 0);
        best = Math.min(best, at(row - 1, column - 1) + cost);
        if (t !== m && t === beforeM && beforeT === m) {
          const transposed = COSTS.transposition + (row === 2 ? FIRST_LETTER : 0);
          best = Math.min(best, at(row - 2, column - 2) + transposed);
        }
        const isMoved =
          t !== m &&
          ((t === twoBeforeM && beforeT === m && twoBeforeT === beforeM) ||
            (m === twoBeforeT && beforeM === t && twoBeforeM === beforeT));
        if (isMoved) {
          const moved = COSTS.moved + (row === 3 ? FIRST_LETTER : 0);
          best = Math.min(best, at(row - 3, column - 3) + moved);
        }
        if (t === 'f' && m === 'h' && beforeM === 'p') {
          best = Math.min(best, at(row - 1, column - 2) + COSTS.phonetic);
        }
        if (m === 'f' && t === 'h' && beforeT === 'p') {
          best = Math.min(best, at(row - 2, column - 1) + COSTS.phonetic);
        }
      }
      costs[row * SIZE + column] = best;
    }
  }
  return at(typed.length, meant.length);
}
