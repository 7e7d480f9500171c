/**
 * `npm run cases -- [TABLE]`: reads the cases of `tests/cases`, of one table or of all, and prints those that are read
 * wrong.
 */
import { runTests } from './run-tests.mjs';

const [table] = process.argv.slice(2);
process.exitCode = runTests(['tests/cases/', ...(table ? ['-t', `the cases of ${table}`] : [])], {
  PRINT_CASES: '1',
});
