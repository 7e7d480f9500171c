import { beforeAll, describe, expect, test } from 'vitest';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { REAL_FEEDS } from '#server/job-feeds/testing/real-feeds.ts';
import { FEW } from '#server/modules/search/corrections/decide-correction.ts';
import { refreshDictionary } from '#server/modules/search/dictionary.ts';
import { type Random, seedRandom } from '#server/modules/search/testing/random.ts';
import type { Correction } from '#shared/contract/job-responses.ts';
import { isDeep } from '../support/deep-run.ts';
import { importFolder } from '../support/import-folder.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type BoardWords, readBoardWords } from './board-words.ts';
import { misspell } from './misspell.ts';

/** Whether to run more searches, as `npm run quality` does. */
const IS_FULL = process.env.QUALITY_FEEDS !== undefined;

/** The number of searches of each kind. */
const SEARCHES = IS_FULL ? 300 : 60;

/**
 * The costs of corrections may be tuned on the searches of the first seed. Searches of the second seed only measure, so
 * their failures are not printed.
 */
const SEEDS = { ...(IS_FULL && { tuning: 20_261 }), measuring: 31_337 };

const MIN_RIGHT = 0.95;
const MAX_WRONG = 0.01;

// Other tests correct single words in `npm test`.
describe.skipIf(!REAL_FEEDS || !(isDeep || IS_FULL))(
  'spelling corrections on recorded boards (REAL_FEEDS)',
  () => {
    let board: TestApp;
    let words: BoardWords;

    beforeAll(async () => {
      board = await startTestApp();
      await importFolder(board.db, REAL_FEEDS ?? '');
      await refreshDictionary(board.db);
      words = await readBoardWords(board.db);
      return () => board.close();
    });

    async function search(q: string): Promise<{ total: number; correction?: Correction }> {
      const query = new URLSearchParams({ q, limit: String(FEW), description: 'summary' });
      const { body } = await board.app.inject({ url: `/api/jobs?${query}` });
      const { results, correction } = JSON.parse(body);
      return { total: correction?.applied ? 0 : results.length, correction };
    }

    const isRight = (found: string, meant: string) =>
      found.toLowerCase() === meant ||
      jobDictionary()
        .find(found)
        .some((group) => jobDictionary().find(meant).includes(group));

    test.each(Object.entries(SEEDS))('%s: misspelled words are corrected', async (half, seed) => {
      const random = seedRandom(seed);
      const wrong: string[] = [];
      let skipped = 0;
      let applied = 0;
      for (let count = 0; count < SEARCHES; ) {
        const kind = (['titles', 'skills', 'companies'] as const)[count % 3] ?? 'titles';
        const meant = random.pick(words[kind]);
        const typed = misspell(meant, random);
        // A different spelling of the same concept needs no correction.
        if (!typed || isRight(typed, meant)) continue;
        const { total, correction } = await search(typed);
        if (total >= FEW) {
          skipped += 1;
          continue;
        }
        count += 1;
        if (correction?.applied) applied += 1;
        if (!correction || !isRight(correction.q, meant)) {
          wrong.push(`${kind}: ${typed} (${meant}): ${correction?.q ?? 'nothing'}`);
        }
      }
      const share = 1 - wrong.length / SEARCHES;
      process.stdout.write(
        `${half}: ${(100 * share).toFixed(1)} % of ${SEARCHES} right, ${applied} applied, ${skipped} found jobs as typed\n`,
      );
      expect(share).toBeGreaterThanOrEqual(MIN_RIGHT);
    });

    test.each(Object.entries(SEEDS))('%s: rare words are not corrected', async (half, seed) => {
      const random = seedRandom(seed);
      const asked = sample(words.rare, SEARCHES, random);
      const applied: string[] = [];
      let suggested = 0;
      for (const word of asked) {
        const { correction } = await search(word);
        if (correction?.applied) applied.push(`${word}: ${correction.q}`);
        else if (correction) suggested += 1;
      }
      process.stdout.write(
        `${half}: ${applied.length} of ${asked.length} rare words (of ${words.rare.length}) replaced, ${suggested} suggestions\n`,
      );
      expect(applied.length, applied.join('\n')).toBeLessThanOrEqual(
        Math.ceil(SEARCHES * MAX_WRONG),
      );
    });
  },
);

function sample(from: string[], count: number, random: Random): string[] {
  const rest = [...from].sort();
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(random.below(rest.length), 1),
  ).flat();
}
