/** Set by `npm run test:deep`, which repeats tests with random input many times. */
const { TEST_DEEP, DEEP_COUNT, DEEP_SEED } = process.env;

export const isDeep = TEST_DEEP !== undefined;

/** How often a test repeats its claim: the first number in `npm test`, and the second, or `--count`, in the deep run. */
export const repetitions = (usual: number, deep: number): number =>
  isDeep ? Number(DEEP_COUNT ?? deep) : usual;

/** The seed of random choices. It is fixed in `npm test`, so that every run makes the same choices. */
export const seedOr = (usual: number): number => Number(DEEP_SEED ?? usual);
