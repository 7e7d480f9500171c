import { expect, test } from 'vitest';
import {
  type Grade,
  type GradedResult,
  isCrowded,
  mean,
  ndcgAt,
  precisionAt,
  relevantGrade,
  shareOfRight,
  verdictOf,
} from './metrics.ts';

const resultsOf = (companies: string, grades: string): GradedResult[] =>
  [...companies].map((company, index) => ({ company, grade: Number(grades[index]) as Grade }));

test('jobs of grade 2 or higher are relevant, or jobs of grade 1 if none is better', () => {
  expect(relevantGrade([0, 1, 3])).toBe(2);
  expect(relevantGrade([0, 1, 1])).toBe(1);
});

test('precision at 5 is the share of relevant results among the first five', () => {
  expect(precisionAt(5, [3, 2, 1, 0, 2, 3], 2)).toBe(0.6);
  expect(precisionAt(5, [3, 3], 2)).toBe(0.4);
  expect(precisionAt(5, [], 2)).toBe(0);
});

test('a search is right with four right results, or with all right jobs if there are fewer', () => {
  expect(verdictOf([3, 0, 2, 2, 3], [3, 2, 2, 3, 2])).toBe('right');
  expect(verdictOf([0, 0, 0, 0, 2], [2, 1, 1])).toBe('right');
  expect(verdictOf([1], [1, 0])).toBe('right');
  expect(verdictOf([3, 0, 2, 2, 1, 3], [3, 2, 2, 3, 1])).toBe('partly');
  expect(verdictOf([3, 2], [3, 2, 2])).toBe('partly');
  expect(verdictOf([0, 3, 0, 0, 0, 3], [3, 3])).toBe('wrong');
  expect(verdictOf([], [1])).toBe('wrong');
});

test('the share of right jobs is that of relevant ones among the listed ones', () => {
  expect(shareOfRight([3, 0, 2, 1], [3, 2, 1, 0, 0])).toBe(0.5);
  expect(shareOfRight([1, 0], [1, 1, 0])).toBe(0.5);
  expect(shareOfRight([3], [3, 2, 2])).toBe(1);
  expect(shareOfRight([], [3])).toBe(0);
});

test('nDCG compares the gain of the results with the gain of a perfect ranking', () => {
  expect(ndcgAt(10, [3, 2, 1], [1, 2, 3, 0])).toBe(1);
  expect(ndcgAt(10, [], [3])).toBe(0);
  expect(ndcgAt(10, [0], [0])).toBe(0);
  // The example from Wikipedia's article on discounted cumulative gain, with gains of 2^grade − 1.
  const gain = 7 / 1 + 3 / Math.log2(3) + 7 / 2 + 0 + 1 / Math.log2(6) + 3 / Math.log2(7);
  const ideal = 7 / 1 + 7 / Math.log2(3) + 3 / 2 + 3 / Math.log2(5) + 1 / Math.log2(6);
  expect(ndcgAt(6, [3, 2, 3, 0, 1, 2], [3, 2, 3, 0, 1, 2])).toBeCloseTo(gain / ideal, 12);
  expect(ndcgAt(6, [3, 2, 3, 0, 1, 2], [3, 2, 3, 0, 1, 2])).toBeCloseTo(0.9488, 4);
});

test('nDCG ignores results after the counted ones', () => {
  expect(ndcgAt(2, [0, 3, 3], [3, 3])).toBeCloseTo(0.3869, 4);
});

test('a page is crowded if a company displaces equally relevant jobs of others', () => {
  expect(isCrowded(resultsOf('AAAABBBCCC' + 'D', '33333333333'))).toBe(true);
  expect(isCrowded(resultsOf('AAAABBBCCC' + 'D', '33333333332'))).toBe(false);
  expect(isCrowded(resultsOf('AAABBBCCCD' + 'E', '33333333333'))).toBe(false);
  // All alternatives are of companies that already have three results.
  expect(isCrowded(resultsOf('AAAABBBCCC' + 'B', '33333333333'))).toBe(false);
  expect(isCrowded(resultsOf('AAAAAAAAAA', '3333333333'))).toBe(false);
});

test('the mean of no values is 0', () => {
  expect(mean([1, 0, 0.5])).toBe(0.5);
  expect(mean([])).toBe(0);
});
