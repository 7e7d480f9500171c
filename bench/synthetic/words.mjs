import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** @typedef {Record<string, string[]>} Words by the slots that they fill, the most frequent first */

/** @param {Record<string, string>} lists separated by commas */
function split(lists) {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.split(', ')]));
}

/**
 * @type {{
 *   fields: { share: number, pay: number, words: Record<string, string> }[],
 *   shared: Record<string, string>,
 *   titles: { title: string, share: number, pay: number }[],
 *   frequentPlaces: Record<string, number>,
 *   cities: Record<string, string>,
 *   invented: { beginnings: string, middles: string, endings: Record<string, string> },
 * }}
 */
const data = parse(readFileSync(new URL('words.yaml', import.meta.url), 'utf8'));

/** The fields of work, each with its own words and the shared ones. */
export const FIELDS = data.fields.map(({ words, ...field }) => {
  return { ...field, words: { ...split(data.shared), ...split(words) } };
});

export const TITLES = data.titles;

export const FREQUENT_PLACES = Object.entries(data.frequentPlaces);

export const OTHER_PLACES = Object.entries(split(data.cities)).flatMap(([country, cities]) =>
  cities.map((city) => `${city}, ${country}`),
);

const BEGINNINGS = data.invented.beginnings.split(', ');
const MIDDLES = data.invented.middles.split(', ');
const ENDINGS = split(data.invented.endings);
const COUNT = BEGINNINGS.length * MIDDLES.length ** 3 * 10;

/**
 * Returns the unique word for a number, such as the name of a product or tool. Most of these words occur in few
 * postings.
 * @param {'company' | 'product' | 'tool' | 'topic' | 'squad' | 'word'} kind
 * @param {number} number from 0 to less than 16 million
 */
export function inventedWord(kind, number) {
  // Scatter the numbers, because neighboring numbers would give words with the same beginning. The factor is coprime to
  // COUNT.
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
