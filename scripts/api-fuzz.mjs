/**
 * `npm run api-fuzz -- [--calls N] [--seed N]`: calls every endpoint with valid, edge and hostile input, and
 * checks each response against the API description.
 */
import { readCount, runTest } from './seeded-test.mjs';

const { count: calls, seed } = readCount('calls', '20000');
process.stdout.write(`${calls} calls, --seed ${seed}\n`);
runTest('tests/api-fuzz/api-fuzz.test.ts', { API_CALLS: calls, API_SEED: seed });
