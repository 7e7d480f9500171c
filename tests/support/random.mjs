/**
 * Random numbers that are the same on every machine for the same seed. Not for secrets.
 * @typedef {() => number} Random from 0 to less than 1
 */

/**
 * mulberry32, by Tommy Ettinger: small, quick and even enough for made-up text.
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
 * A seed for each thing of its own, so that any of them can be made without those before it.
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
 * @param {readonly T[]} things at least one
 * @returns {T} each as likely as the others
 */
export function pick(random, things) {
  return /** @type {T} */ (things[Math.floor(random() * things.length)]);
}

/**
 * @template T
 * @param {Random} random
 * @param {readonly T[]} things the most likely first
 * @returns {T} the first ones much more often than the last, as words are used
 */
export function pickSkewed(random, things) {
  return /** @type {T} */ (things[skewed(random, things.length, 6)]);
}

/**
 * An index below `count`, drawn as Zipf and Mandelbrot found words to be used: the chance of the k-th
 * goes with 1 / (k + flatness).
 * @param {Random} random
 * @param {number} count
 * @param {number} flatness the larger, the less the first ones stand out
 */
export function skewed(random, count, flatness) {
  const ratio = (count + flatness) / flatness;
  return Math.min(count - 1, Math.floor(flatness * ratio ** random() - flatness));
}

/**
 * How flat a skewed choice among `count` has to be, for the first one to be drawn in `share` of all.
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
 * Draws among things by their weights.
 * @template T
 * @param {readonly (readonly [thing: T, weight: number])[]} weighted
 * @returns {(random: Random) => T}
 */
export function weightedChoice(weighted) {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  // A table is quicker than a search; a thousandth is as fine as weights here are.
  const table = weighted.flatMap(([thing, weight]) =>
    Array.from({ length: Math.max(1, Math.round((1_000 * weight) / total)) }, () => thing),
  );
  return (random) => pick(random, table);
}
