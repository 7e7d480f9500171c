/**
 * Creates a generator of random numbers, which are the same in every run with the same seed.
 * https://en.wikipedia.org/wiki/Linear_congruential_generator
 */
export function seedRandom(seed: number) {
  let state = seed >>> 0;
  /** A number from 0 to less than 1. */
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  function pick<Value>(values: readonly Value[]): Value {
    const value = values[below(values.length)];
    if (value === undefined) throw new Error('there is nothing to pick');
    return value;
  }
  const chance = (part: number) => next() < part;
  const some = <Value>(most: number, make: () => Value): Value[] =>
    Array.from({ length: 1 + below(most) }, make);
  return { below, pick, chance, some };
}

export type Random = ReturnType<typeof seedRandom>;
