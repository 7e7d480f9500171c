import { describe, expect, test } from 'vitest';
import { refreshDictionary } from '#server/modules/search/dictionary.ts';
import { refreshIndex } from '#server/modules/search/refresh-index.ts';
import { importFolder } from '../support/import-folder.ts';
import { setUpTestBoard } from '../support/test-app.ts';
import { mean, type Verdict } from './metrics.ts';
import { formatReport } from './report.ts';
import { type Outcome, readJudgedJobs, runSearches } from './run-searches.ts';
import { SEARCHES } from './searches/all-searches.ts';
import { companyFormSearches, companySearches } from './searches/companies.ts';
import { readRun, saveRun } from './stored-run.ts';

/** Set by `npm run relevance`. Its `--help` explains these variables. */
const {
  RELEVANCE_FEEDS: FEEDS = '',
  RELEVANCE_SAVE: SAVE = '',
  RELEVANCE_COMPARE: COMPARE = '',
  RELEVANCE_SHOW: SHOW = '',
  RELEVANCE_ALL: ALL = '',
} = process.env;

/** About 1,000 searches, each in three orders, take minutes. */
const TIMEOUT = 1_200_000;

const board = setUpTestBoard();

describe.skipIf(!FEEDS)('searches in recorded boards', () => {
  test(
    'searches are graded, and the first results of most are right',
    async () => {
      const compare = COMPARE ? await readRun(COMPARE) : undefined;
      await importFolder(board.db, FEEDS);
      await refreshIndex(board.db);
      await refreshDictionary(board.db);
      const jobs = await readJudgedJobs(board.db);
      expect(jobs).not.toEqual([]);
      const groups = {
        ...SEARCHES,
        companies: companySearches(jobs),
        'company names': companyFormSearches(jobs),
      };
      const outcomes = await runSearches(groups, jobs, (path) => board.get(path));
      const options = { jobs: jobs.length, all: ALL !== '', show: SHOW, compare };
      process.stdout.write(formatReport(outcomes, options));
      if (SAVE) await saveRun(SAVE, jobs.length, outcomes);
      for (const half of ['tuning', 'held out'] as const) {
        const judged = outcomes.filter((outcome) => outcome.half === half && outcome.relevant > 0);
        const average = (value: (outcome: Outcome) => number) => mean(judged.map(value));
        const shareOf = (wanted: Verdict) => average(({ verdict }) => Number(verdict === wanted));
        expect(shareOf('right'), `right, ${half}`).toBeGreaterThan(0.88);
        expect(shareOf('wrong'), `wrong, ${half}`).toBeLessThan(0.05);
        expect(
          average(({ newest }) => newest),
          `newest, ${half}`,
        ).toBeGreaterThan(0.88);
        expect(
          average(({ salary }) => salary),
          `salary, ${half}`,
        ).toBeGreaterThan(0.88);
        expect(
          average(({ ndcg }) => ndcg),
          `nDCG, ${half}`,
        ).toBeGreaterThan(0.85);
        expect(
          average(({ empty }) => Number(empty)),
          `empty, ${half}`,
        ).toBeLessThan(0.02);
      }
    },
    TIMEOUT,
  );
});
