import { defineConfig, type TestUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepFilesInMemory } from './tests/support/files-in-memory.ts';

keepFilesInMemory();

/** Slow test files: they start processes, import feeds or draw pictures. */
const LONG =
  /\/crash\.test|\/workers\.test|\/(cli|images|sources|job-feeds|uploads|feeds|posting|metrics|backup)\/|\/(uploads-in-bucket|odd-searches|counts)\.test|\/http\//;

const ALL = [
  'src/**/*.test.{ts,tsx}',
  'checks/**/*.test.ts',
  'tests/**/*.test.ts',
  'bench/**/*.test.{ts,mjs}',
];

/** Test files that mock a module or measure the memory of their process. */
const ISOLATED = [
  'src/server/db/embedded-postgres/displaced.test.ts',
  'src/server/publishing/feeds/many-addresses.test.ts',
  'src/server/http/rate-limits/response-limits.test.ts',
  'src/web/auth/session.test.ts',
];

/** Test files that kill, stop or time processes, or fill a disk. They run last, so that they do not disturb others. */
const PROCESSES = [
  'src/server/{workers,rolling-restart,hanging-database,failover,many-machines,main,mail-restart}.test.ts',
  'src/server/platform/logging/log-output.test.ts',
  'tests/crash/**/*.test.ts',
];

/** Runs slow files first. Without timings of an earlier run, Vitest might run a slow file last. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = (file: TestSpecification) => Number(LONG.test(file.moduleId));
    return (await super.sort(files)).sort((one, other) => isLong(other) - isLong(one));
  }
}

const shared = {
  setupFiles: ['./tests/support/restore-clock.ts'],
  // The fonts that the build has reduced.
  alias: { '@fonts': `${import.meta.dirname}/dist/fonts` },
  // Use the production build of React, which takes half the time.
  env: { NODE_ENV: 'production' },
  // Use a larger young generation, which reduces garbage collections for large responses.
  execArgv: ['--max-semi-space-size=64'],
  // The timeout is long, because some tests start several processes on a machine that may be busy. A test of the deep run
  // may take an hour.
  testTimeout: process.env.TEST_DEEP ? 3_600_000 : 180_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
} satisfies TestUserConfig;

/** Use more workers, because these files mostly wait for processes. */
const AFTER_ALL_OTHERS = { maxWorkers: 4, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    // The setup belongs to the whole run, because each project that inherits it would repeat it.
    globalSetup: ['./scripts/test-setup.mjs', './tests/support/global-setup.ts'],
    // Use three workers on two cores: each file has its own database, and one of the workers usually waits for a
    // process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Let files share the loaded server, which saves a fifth of the time.
        test: {
          ...shared,
          name: 'together',
          include: ALL,
          exclude: [...ISOLATED, ...PROCESSES],
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'processes',
          include: PROCESSES,
          isolate: false,
          ...AFTER_ALL_OTHERS,
        },
      },
      {
        // Run these files after the others, because each needs a new process.
        test: {
          ...shared,
          name: 'isolated',
          include: ISOLATED,
          // Use the normal young generation, because a larger one would count as the memory of a response.
          execArgv: [],
          ...AFTER_ALL_OTHERS,
        },
      },
    ],
  },
});
