/**
 * Random numbers that are the same on every machine for the same seed. Not for secrets.
 * @typedef {() => number} Random from 0 to less than 1
 */

/**
 * mulberry32 by Tommy Ettinger: small, fast and uniform enough for synthetic text.
 * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 * @param {number} seed
 * @returns {Random}
 */
export function randomFrom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Derives a seed for each item, so that any item can be generated without the earlier ones.
 * @param {number} seed
 * @param {number} kind
 * @param {number} index
 */
export function seedOf(seed, kind, index) {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(kind + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15) ^ index, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 13), 0x165667b1);
  return hash ^ (hash >>> 16);
}

/**
 * @template T
 * @param {Random} random
 * @param {readonly T[]} items the items to choose from, at least one
 * @returns {T} an item; all are equally likely
 */
export function pick(random, items) {
  return /** @type {T} */ (items[Math.floor(random() * items.length)]);
}

/**
 * @template T
 * @param {Random} random
 * @param {readonly T[]} items the items to choose from, the most likely first
 * @returns {T} an item; early items are far more likely than late items, as in the words of a language
 */
export function pickSkewed(random, items) {
  return /** @type {T} */ (items[skewed(random, items.length, 6)]);
}

/**
 * Draws an index below `count`, earlier ones more often (Zipf–Mandelbrot distribution): the probability of k is
 * proportional to 1 / (k + flatness).
 *
 * @param {Random} random
 * @param {number} count
 * @param {number} flatness the larger it is, the less often the first indexes are drawn
 */
export function skewed(random, count, flatness) {
  const ratio = (count + flatness) / flatness;
  return Math.min(count - 1, Math.floor(flatness * ratio ** random() - flatness));
}

/**
 * Returns the flatness with which the first of `count` indexes has the probability `share`.
 *
 * @param {number} count
 * @param {number} share
 */
export function flatnessFor(count, share) {
  let low = 1e-3;
  let high = 1e6;
  for (let step = 0; step < 60; step++) {
    const middle = Math.sqrt(low * high);
    const ofFirst = Math.log((1 + middle) / middle) / Math.log((count + middle) / middle);
    if (ofFirst > share) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Returns a function that draws items with the given weights.
 *
 * @template T
 * @param {readonly (readonly [item: T, weight: number])[]} weighted
 * @returns {(random: Random) => T}
 */
export function weightedChoice(weighted) {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  // A lookup table of a thousand entries is faster than a search and precise enough.
  const table = weighted.flatMap(([item, weight]) =>
    Array.from({ length: Math.max(1, Math.round((1_000 * weight) / total)) }, () => item),
  );
  return (random) => pick(random, table);
}
