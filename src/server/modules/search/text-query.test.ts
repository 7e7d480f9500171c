import { expect, test } from 'vitest';
import { all, any, not, shareOf, toTsquery } from './text-query.ts';

const shares: Record<string, number> = { rust: 0.01, team: 0.81, "o'neil": 0.25 };
const termShare = (word: string, begun: boolean) => (begun ? 0.5 : (shares[word] ?? 0.0001));

test('a query is written in PostgreSQL’s syntax without empty parts', () => {
  expect(toTsquery(all(["'rust'", '', any(["'team'", "'=7'"]), not("'intern'")]))).toBe(
    "('rust' & ('team' | '=7') & !('intern'))",
  );
  expect(toTsquery(all(['', any([]), not('')]))).toBe('');
  expect(toTsquery(any(['', "'rust'"]))).toBe("'rust'");
});

test.each([
  ["'rust'", 0.01],
  ["'never' <-> 'team'", 0.0001],
  ["'o''neil'", 0.25],
  ["'rus':*", 0.5],
  [any(["'rust'", "'o''neil'"]), 0.26],
  [any(["'team'", "'o''neil'"]), 1],
  [all(["'rust'", "'o''neil'"]), 0.01 * 0.25 ** 0.5],
  [any([all(["'rust'", "'o''neil'"]), all(["'rust'", "'team'"]), "'rust'"]), 0.01 + 0.009 + 0.0025],
  [all(["'team'", not("'rust'")]), 0.81 * 0.99 ** 0.5],
  [all(["'rust'", not("'team'")]), 0.01 * 0.19 ** 0.5],
  [not(any(["'team'", "'o''neil'"])), 0.001],
  ['', 1],
])('%j is estimated to match the share %d of all jobs', (query, share) => {
  expect(shareOf(query, termShare)).toBeCloseTo(share, 10);
});
