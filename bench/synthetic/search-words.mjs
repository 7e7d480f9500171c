import { makeBoard } from './board.mjs';
import { hostileSearches } from './hostile-searches.mjs';
import { TOPIC_FLATNESS, TOPICS } from './posting.mjs';
import { inventedWord } from './words.mjs';

/** @typedef {ReturnType<typeof chooseSearchWords>} SearchWords */

/** The number of values of each kind. With a single value, only one query plan would be measured. */
export const VALUES = 50;

/** The number of jobs in the sample, which suffices to distinguish common words from medium ones. */
const SAMPLE = 4_000;

/** A word is rare if fewer jobs than this contain it. */
const RARE = 10;

/** A word is common or medium if at least this share of jobs contains it. */
const COMMON = 0.4;
const MEDIUM = { least: 0.002, most: 0.05 };

/** Stop words, which searches may ignore. */
const STOP_WORDS = new Set(
  'about before from have here into more other same some than that their them they this what when which will with without your'.split(
    ' ',
  ),
);

/** @param {import('./board.mjs').Size} size */
export function searchWordsOf(size) {
  const board = makeBoard(size);
  const step = Math.max(1, Math.floor(board.rowCount / SAMPLE));
  const sample = [];
  for (let number = 0; number < board.rowCount; number += step) {
    const job = board.job(number);
    if (job.closed_at === null) sample.push(job);
  }
  return chooseSearchWords(sample, rareTopics(size.jobs));
}

/**
 * Returns a function that says whether a topic is rare on a board with this number of jobs. The rank of the topic
 * decides.
 * @param {number} jobs
 * @returns {(word: string) => boolean}
 */
function rareTopics(jobs) {
  // How often `skewed` draws a rank: its probability, multiplied by the number of topics in all jobs.
  const drawn = (0.83 * jobs) / Math.log((TOPICS + TOPIC_FLATNESS) / TOPIC_FLATNESS);
  const ranks = Math.max(0, Math.round(drawn / (RARE / 4) - TOPIC_FLATNESS));
  const frequent = new Set();
  for (let rank = 0; rank < ranks; rank++) {
    frequent.add(inventedWord('tool', rank)).add(inventedWord('topic', rank));
  }
  const made = /^[a-z]{3,5}([a-z]{2}){3}(db|ctl|kit|lang|forge|scope|wire|mesh|grid|sis|tics)$/;
  return (word) => made.test(word) && !frequent.has(word);
}

/**
 * Chooses search terms of each kind, the most typical first. `pairs` combine two words of a remote job with its salary.
 * `typed` are beginnings of titles. `phrases` are two adjacent words of descriptions, in quotes, of which both are common.
 * @param {Record<'title' | 'description' | 'type' | 'salary' | 'location', string>[]} sample jobs
 * @param {(word: string) => boolean} [isRare] whether a word that only one job of the sample contains is rare
 */
export function chooseSearchWords(sample, isRare = () => true) {
  const texts = sample.map(
    ({ title, description }) =>
      new Set(`${title} ${description}`.toLowerCase().match(/[\p{L}\p{N}]+/gu)),
  );
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of texts) for (const word of text) counts.set(word, (counts.get(word) ?? 0) + 1);
  const share = (/** @type {string} */ word) => (counts.get(word) ?? 0) / sample.length;
  const isMedium = (/** @type {string} */ word) =>
    word.length > 3 && share(word) >= MEDIUM.least && share(word) <= MEDIUM.most;
  const known = [...counts.keys()]
    .filter((word) => word.length > 3)
    .sort((a, b) => share(b) - share(a) || (a < b ? -1 : 1));
  const common = known.filter((word) => !STOP_WORDS.has(word) && share(word) >= COMMON);
  const medium = known.filter(isMedium);
  const long = [...common, ...medium].filter((word) => word.length > 6);
  const misspelt = spread(long, 3 * VALUES)
    .map(misspell)
    .filter((word) => !counts.has(word));
  const titles = spread([...new Set(sample.map(({ title }) => roleIn(title)))]);
  const pairs = sample.flatMap(({ type, salary }, index) => {
    const [first, second] = [...(texts[index] ?? [])].filter(isMedium);
    return type === 'Remote' && salary && second ? [{ words: `${first} ${second}`, salary }] : [];
  });
  return {
    common: common.slice(0, VALUES),
    medium: spread(medium),
    rare: spread(known.filter((word) => counts.get(word) === 1 && isRare(word))),
    misspelt: spread(misspelt),
    pairs: spread(pairs),
    titles,
    typed: titles.map((title) => title.slice(0, Math.max(3, Math.ceil(title.length * TYPED)))),
    fourWords: titles.map((title, index) => {
      const at = (/** @type {string[]} */ list) => list[(7 * index) % list.length] ?? '';
      return `${at(common)} ${at(medium)} ${title.split(' ').slice(-2).join(' ')}`;
    }),
    phrases: spread(phrasesIn(sample, new Set(common))),
    hostile: hostileSearches(common, medium, titles),
    locations: spread([...new Set(sample.map(({ location }) => location))]),
  };
}

/**
 * Finds two adjacent words of descriptions that are both common.
 * @param {{ description: string }[]} sample
 * @param {Set<string>} common
 */
function phrasesIn(sample, common) {
  const found = sample
    .slice(0, VALUES)
    .flatMap(({ description }) =>
      [...description.toLowerCase().matchAll(/\b([a-z]+) (?=([a-z]+)\b)/g)].flatMap(
        ([, first = '', second = '']) =>
          common.has(first) && common.has(second) ? [`"${first} ${second}"`] : [],
      ),
    );
  return [...new Set(found)];
}

/** The share of a title that is typed when suggestions are measured. */
const TYPED = 0.6;

/** The part of a title before a comma, a bracket or a dash. @param {string} title */
function roleIn(title) {
  return title.split(/ *[,(–|]| - /)[0] ?? title;
}

/**
 * Makes a typing error: swaps two letters, or omits or doubles a letter.
 * @param {string} word
 * @param {number} index
 */
export function misspell(word, index) {
  const at = 2 + (index % (word.length - 4));
  const [before, after] = [word.slice(0, at), word.slice(at + 2)];
  const [letter, next] = [word.charAt(at), word.charAt(at + 1)];
  if (index % 3 === 0 && letter !== next) return before + next + letter + after;
  if (index % 3 === 1) return before + next + after;
  return before + letter + letter + next + after;
}

/**
 * Chooses `count` items that are evenly spread over a list.
 * @template T
 * @param {T[]} list
 */
function spread(list, count = VALUES) {
  const step = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, index) => index % step === 0).slice(0, count);
}
