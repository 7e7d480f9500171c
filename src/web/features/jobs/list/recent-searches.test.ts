import { expect, test } from 'vitest';
import { withRecentSearch } from './recent-searches.ts';

test('the five newest searches are stored, each once', () => {
  const searches = ['one', 'two', 'three', 'four', 'Two', 'five', 'six'].reduce(
    withRecentSearch,
    [],
  );
  expect(searches).toEqual(['six', 'five', 'Two', 'four', 'three']);
});

test('an empty search is not stored', () => {
  expect(withRecentSearch(['one'], '  ')).toEqual(['one']);
  expect(withRecentSearch([], ' two ')).toEqual(['two']);
});
