import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepFilesInMemory } from './src/server/testing/files-in-memory.ts';

keepFilesInMemory();

/** Those that take many seconds, whatever their size: processes that start, feeds and pictures. */
const LONG =
  /\/(embedded-postgres|cli|images|sources|uploads|feeds|postings)\/|\/(main|odd-searches|counts)\.test|\/http\//;

/** Where no earlier run has told how long each takes, a long one that came last would be waited for. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = (file: TestSpecification) => Number(LONG.test(file.moduleId));
    return (await super.sort(files)).sort((one, other) => isLong(other) - isLong(one));
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'checks/**/*.test.ts', 'bench/**/*.test.{ts,mjs}'],
    globalSetup: './src/server/testing/global-setup.ts',
    // As pages are rendered for users: React's other build takes twice as long.
    env: { NODE_ENV: 'production' },
    // Several processes start in some, on a machine that may be busy with something else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file has a database of its own on one server; two cores run two files.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
