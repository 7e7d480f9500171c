import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FeedServer, startFeedServer } from '#server/job-feeds/testing/feed-server.ts';
import { bundle } from '../support/bundle.mjs';
import { isDeep, repetitions, seedOr } from '../support/deep-run.ts';
import { randomFrom } from '../support/random.mjs';
import { setUpTestBoard } from '../support/test-app.ts';
import { simulateDay } from './schedule/simulate-day.ts';

const SOURCES = repetitions(20, 2_000);
const SEED = seedOr(20_261_126);
const KILLS = isDeep ? 20 : 4;

const MAX_MEMORY = 300 * 1024 * 1024;

const board = setUpTestBoard();
let server: FeedServer;
let program: string;

beforeAll(async () => {
  [server, program] = await Promise.all([
    startFeedServer(),
    bundle(new URL('schedule/importer.mjs', import.meta.url)),
  ]);
});

afterAll(() => server.close());

test(`a simulated day of ${SOURCES} sources with ${KILLS} killed processes loses and repeats no run, and sends each host one request at a time (--seed ${SEED})`, {
  timeout: 3_600_000,
}, async () => {
  const { db, databaseUrl } = board;
  const log = isDeep ? (line: string) => void process.stderr.write(`${line}\n`) : undefined;
  const started = performance.now();
  const result = await simulateDay(
    { db, databaseUrl, server, program },
    {
      sources: SOURCES,
      kills: KILLS,
      random: randomFrom(SEED),
      log,
      isSpread: isDeep,
      killsWithin: isDeep ? 5 * SOURCES : SOURCES,
    },
  );
  const seconds = Math.round((performance.now() - started) / 1_000);
  log?.(JSON.stringify({ ...result, seconds }));
  const { violations, runs, due, leastDue, kills, peakMemory } = result;
  expect(violations).toEqual([]);
  expect(kills).toBe(KILLS);
  expect((runs.applied ?? 0) + (runs.unchanged ?? 0)).toBe(due);
  // Each source is read every six hours. If it starts late in the first six hours, its fourth run may be after the day.
  expect(leastDue).toBeGreaterThanOrEqual(isDeep ? 3 : 4);
  expect(runs.interrupted).toBeGreaterThanOrEqual(KILLS);
  expect(Object.keys(runs).sort()).toEqual(['applied', 'interrupted', 'unchanged']);
  expect(peakMemory).toBeLessThanOrEqual(MAX_MEMORY);
});
