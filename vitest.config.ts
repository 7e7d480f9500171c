import { defineConfig, type TestUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepFilesInMemory } from './tests/support/files-in-memory.ts';

keepFilesInMemory();

/** Those that take many seconds, whatever their size: processes that start, feeds and pictures. */
const LONG =
  /\/crash\.test|\/workers\.test|\/(cli|images|sources|uploads|feeds|posting|metrics|backup)\/|\/(uploads-in-bucket|odd-searches|counts)\.test|\/http\//;

const ALL = [
  'src/**/*.test.{ts,tsx}',
  'checks/**/*.test.ts',
  'tests/**/*.test.ts',
  'bench/**/*.test.{ts,mjs}',
];

/** These replace a module by another, or measure the memory of their process. */
const ISOLATED = [
  'src/server/db/embedded-postgres/displaced.test.ts',
  'src/server/db/embedded-postgres/port-race.test.ts',
  'src/server/publishing/feeds/many-addresses.test.ts',
  'src/server/http/rate-limits/response-limits.test.ts',
  'src/web/auth/session.test.ts',
];

/** These kill, stop or time whole processes, or fill a disk: after all others, so that neither disturbs the other. */
const PROCESSES = [
  'src/server/{workers,rolling-restart,hanging-database,failover,many-machines,main}.test.ts',
  'src/server/platform/logging/log-output.test.ts',
  'tests/crash/**/*.test.ts',
];

/** Where no earlier run has told how long each takes, a long one that came last would be waited for. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = (file: TestSpecification) => Number(LONG.test(file.moduleId));
    return (await super.sort(files)).sort((one, other) => isLong(other) - isLong(one));
  }
}

const shared = {
  setupFiles: ['./tests/support/restore-clock.ts'],
  // As pages are rendered for users: React's other build takes twice as long.
  env: { NODE_ENV: 'production' },
  // Large answers are made and dropped: with more room for what is new, V8 collects them less often.
  execArgv: ['--max-semi-space-size=64'],
  // Several processes start in some, on a machine that may be busy with something else.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
} satisfies TestUserConfig;

/** They mostly wait for one another's ends. */
const AFTER_ALL_OTHERS = { maxWorkers: 4, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    // Of the whole run: a project that inherited it would prepare everything once more for itself.
    globalSetup: ['./scripts/test-setup.mjs', './tests/support/global-setup.ts'],
    // Each file has a database of its own on one server. Of three on two cores, one usually waits for a process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // To load the server anew for each file would take a fifth of the time.
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
        // Beside those that wait: among the others, each would end a process that has loaded the server.
        test: {
          ...shared,
          name: 'isolated',
          include: ISOLATED,
          // Its own room for what is new would count as memory that a response takes.
          execArgv: [],
          ...AFTER_ALL_OTHERS,
        },
      },
    ],
  },
});
