/**
 * `npm run relevance -- FOLDER`: imports a folder of recorded Ashby boards, runs judged searches, and prints how good
 * their first results are.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from './run-tests.mjs';

const HELP = `usage: npm run relevance -- FOLDER [--save FILE] [--compare FILE] [--show TEXT] [--all]

Imports the recorded Ashby boards of FOLDER into a database of its own, runs judged searches through the API and prints
how good the first results are.

  --save FILE      stores the metrics of each search
  --compare FILE   prints the shares of a stored run, the difference in points, and what is better and worse
  --show TEXT      prints the first ten results of the searches that contain TEXT
  --all            prints details of the held-out half too

Judgements. Each search in tests/relevance/searches has rules over a job's own fields, so they work for any folder. The
first rule that a job meets gives its grade: 3 is what was asked for, 2 also fits, 1 is related, 0 is neither. Searches
for companies are derived from the boards of the folder. To add a search, add a line to a file of the folder searches.

Halves. A hash divides the searches into "tuning" and "held out". Change the ranking by looking at the tuning half alone;
the held-out half then tells whether the change helps other searches too.

Columns. Searches without a right job in the folder are not counted.
  right jobs   grade 2 or 3; if the folder has neither, grade 1
  right        searches with at least four right jobs among the first five, or all if there are fewer
  wrong        searches with at most one right job among the first five, although there are more
  partly       all other searches
  newest       with the newest jobs first: the share of right jobs among the first ten that match strongly, or among the
               first ten mentions if none does
  salary       the same, with the highest pay first
  crowded      searches that name no company, where one company has more than three of the first ten results although
               another company has a result that is as relevant
  empty        searches without any result
  P@5          precision at 5: the share of right jobs among the first five results
  at most      the P@5 of a perfect ranking; it is below 1 if a search has fewer than five right jobs
  nDCG@10      the gain of the first ten results, as a share of the gain of a perfect ranking
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    save: { type: 'string' },
    compare: { type: 'string' },
    show: { type: 'string' },
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [folder, ...others] = positionals;
if (values.help) {
  process.stdout.write(HELP);
} else if (!folder || others.length > 0) {
  process.stderr.write(HELP);
  process.exitCode = 2;
} else {
  const { save, compare, show = '', all } = values;
  process.exitCode = runTests(['tests/relevance/relevance.test.ts'], {
    RELEVANCE_FEEDS: resolve(folder),
    RELEVANCE_SAVE: save ? resolve(save) : '',
    RELEVANCE_COMPARE: compare ? resolve(compare) : '',
    RELEVANCE_SHOW: show,
    RELEVANCE_ALL: all ? 'true' : '',
  });
}
