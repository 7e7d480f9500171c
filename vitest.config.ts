import { defineConfig, type TestUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepFilesInMemory } from './tests/support/files-in-memory.ts';

keepFilesInMemory();

/** Slow test files: they start processes, import feeds or draw pictures. */
const LONG =
  /\/crash\.test|\/workers\.test|\/(cli|images|sources|uploads|feeds|posting|metrics|backup)\/|\/(uploads-in-bucket|odd-searches|counts)\.test|\/http\//;

const ALL = [
  'src/**/*.test.{ts,tsx}',
  'checks/**/*.test.ts',
  'tests/**/*.test.ts',
  'bench/**/*.test.{ts,mjs}',
];

/** Files that mock a module or measure the memory of their process. */
const ISOLATED = [
  'src/server/db/embedded-postgres/displaced.test.ts',
  'src/server/publishing/feeds/many-addresses.test.ts',
  'src/server/http/rate-limits/response-limits.test.ts',
  'src/web/auth/session.test.ts',
];

/** Files that kill, stop or time processes, or fill a disk. They run last, so that they disturb no others. */
const PROCESSES = [
  'src/server/{workers,rolling-restart,hanging-database,failover,many-machines,main}.test.ts',
  'src/server/platform/logging/log-output.test.ts',
  'tests/crash/**/*.test.ts',
];

/** Runs slow files first. Without timings of an earlier run, a slow one might come last. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = (file: TestSpecification) => Number(LONG.test(file.moduleId));
    return (await super.sort(files)).sort((one, other) => isLong(other) - isLong(one));
  }
}

const shared = {
  setupFiles: ['./tests/support/restore-clock.ts'],
  // The production build of React takes half the time.
  env: { NODE_ENV: 'production' },
  // A larger young generation reduces garbage collections of large responses.
  execArgv: ['--max-semi-space-size=64'],
  // Some tests start several processes, possibly on a busy machine.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
} satisfies TestUserConfig;

/** More workers, because these files mostly wait for processes. */
const AFTER_ALL_OTHERS = { maxWorkers: 4, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    // Set for the whole run, because each project that inherits it would repeat it.
    globalSetup: ['./scripts/test-setup.mjs', './tests/support/global-setup.ts'],
    // Each file has its own database. With three workers on two cores, one usually waits for a process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Without isolation, files share the loaded server, which saves a fifth of the time.
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
        // After the others, because each of these files needs a new process.
        test: {
          ...shared,
          name: 'isolated',
          include: ISOLATED,
          // A larger young generation would count as the memory of a response.
          execArgv: [],
          ...AFTER_ALL_OTHERS,
        },
      },
    ],
  },
});
