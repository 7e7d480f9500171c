import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepFilesInMemory } from './src/server/testing/files-in-memory.ts';

keepFilesInMemory();

/** Those that take many seconds, whatever their size: processes that start, feeds and pictures. */
const LONG =
  /\/(embedded-postgres|cli|images|sources|uploads|feeds|postings|torture|metrics|backup)\/|\/(main|many-machines|workers|rolling-restart|hanging-database|uploads-in-bucket|log-output|odd-searches|counts)\.test|\/http\//;

const ALL = [
  'src/**/*.test.{ts,tsx}',
  'checks/**/*.test.ts',
  'security/**/*.test.ts',
  'torture/**/*.test.ts',
  'bench/**/*.test.{ts,mjs}',
];

/** These put something else in the place of a module, or look at the memory of their process. */
const ALONE = [
  'src/server/db/embedded-postgres/displaced.test.ts',
  'src/server/db/embedded-postgres/port-race.test.ts',
  'src/server/feeds/many-addresses.test.ts',
  'security/uploads.test.ts',
];

/** Where no earlier run has told how long each takes, a long one that came last would be waited for. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = (file: TestSpecification) => Number(LONG.test(file.moduleId));
    return (await super.sort(files)).sort((one, other) => isLong(other) - isLong(one));
  }
}

export default defineConfig({
  test: {
    setupFiles: ['./src/server/testing/restore-clock.ts'],
    globalSetup: './src/server/testing/global-setup.ts',
    // As pages are rendered for users: React's other build takes twice as long.
    env: { NODE_ENV: 'production' },
    // Several processes start in some, on a machine that may be busy with something else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Each file has a database of its own on one server. Of three on two cores, one usually waits for a process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      // To load the server anew for each file would take a fifth of the time.
      { extends: true, test: { name: 'together', include: ALL, exclude: ALONE, isolate: false } },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
