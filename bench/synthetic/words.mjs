import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** @typedef {Record<string, string[]>} Words by the slots that they fill, the most frequent first */

/** @param {Record<string, string>} lists separated by commas */
function split(lists) {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.split(', ')]));
}

const data = parse(readFileSync(new URL('words.yaml', import.meta.url), 'utf8'));
const shared = split(data.shared);

/**
 * The fields of work. `share` is of all jobs, `pay` is the mean in dollars per year.
 * @type {{ share: number, pay: number, words: Words }[]}
 */
export const FIELDS = data.fields.map((/** @type {any} */ { name, share, pay, ...lists }) => ({
  share,
  pay,
  words: { ...shared, ...split(lists) },
}));

/** @type {{ title: string, share: number, pay: number }[]} */
export const TITLES = data.titles;

/** @type {[place: string, weight: number][]} */
export const FREQUENT_PLACES = Object.entries(data.frequentPlaces);

export const OTHER_PLACES = Object.entries(split(data.cities)).flatMap(([country, cities]) =>
  cities.map((city) => `${city}, ${country}`),
);

const BEGINNINGS = data.invented.beginnings.split(', ');
const MIDDLES = data.invented.middles.split(', ');
const ENDINGS = split(data.invented.endings);
const COUNT = BEGINNINGS.length * MIDDLES.length ** 3 * 10;

/**
 * The unique word of a number, such as the name of a product or tool. Most are in few postings.
 * @param {'company' | 'product' | 'tool' | 'topic' | 'squad'} kind
 * @param {number} number from 0 to less than 16 million
 */
export function inventedWord(kind, number) {
  // Scatter the numbers, because neighbors would start alike. The factor is coprime to COUNT.
  let rest = (number * 7_368_787) % COUNT;
  const next = (/** @type {string[]} */ parts = []) => {
    const part = parts[rest % parts.length];
    rest = Math.floor(rest / parts.length);
    return part;
  };
  const ending = next(ENDINGS[kind]);
  return `${next(BEGINNINGS)}${next(MIDDLES)}${next(MIDDLES)}${next(MIDDLES)}${ending}`;
}

/** @param {string} word */
export function capitalize(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
