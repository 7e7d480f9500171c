/** The test files of each part. What `--count` counts is in parentheses. */
export const DEEP_PARTS = {
  /** Random searches are compared with a reference search (searches). */
  searches: [
    'src/server/modules/search/agreement.test.ts',
    'src/server/modules/search/counts.test.ts',
    'src/server/modules/jobs/odd-searches.test.ts',
  ],
  /** Each supported system is read with each fault of its server. */
  faults: ['src/server/modules/sources/runs/system-faults.test.ts'],
  /** Each parameter and each field of the API gets every invalid value. */
  parameters: ['tests/security/parameters.test.ts'],
  /** Valid and hostile API calls are compared with the contract (calls). */
  api: ['tests/api-fuzz/api-fuzz.test.ts'],
  /**
   * The server and its database are killed during writes, and the network is cut (rounds). Work on alerts is killed, and
   * their mails are counted (kills).
   */
  crash: ['tests/crash/crash.test.ts', 'tests/crash/alerts.test.ts'],
  /** The jobs that alerts match are compared with the lists of their searches (searches), and the matching is timed. */
  alerts: [
    'src/server/modules/alerts/matching/match-changes.test.ts',
    'bench/alerts-scale.test.ts',
  ],
  /** Random sequences of events at a source (sequences), and recorded snapshots of boards, are compared with a model. */
  sources: ['tests/crash/source-stories.test.ts', 'tests/crash/source-replay.test.ts'],
  /** All recorded feeds in the folder REAL_FEEDS are read and searched. */
  feeds: ['tests/quality'],
  /** Texts that repeat their beginning are read (texts for each reader). */
  readers: ['tests/readers/repeated-texts.test.ts'],
  /** Two importers read sources for a simulated day, and are killed 20 times (sources). */
  schedule: ['tests/crash/source-schedule.test.ts'],
  /** People walk through the board at random for half an hour (minutes). */
  walk: [],
};
