import { describe, expect, it } from 'vitest';
import { SEARCH_LENGTH } from '#shared/limits.ts';
import { makeBoard } from './board.mjs';
import { misspell, searchWordsOf } from './search-words.mjs';

const size = { jobs: 6_000, seed: 1, until: new Date('2026-01-31T12:00:00Z') };
const words = searchWordsOf(size);
const board = makeBoard(size);
const texts = Array.from({ length: board.rowCount }, (_, number) => {
  const { title, description } = board.job(number);
  return new Set(`${title} ${description}`.toLowerCase().match(/[\p{L}\p{N}]+/gu));
});

/** @param {string} word */
const share = (word) => texts.filter((text) => text.has(word)).length / texts.length;

describe('searchWordsOf', () => {
  it('finds fifty words of each kind', () => {
    const { common, medium, rare, misspelt, pairs, locations } = words;
    for (const kind of [common, medium, rare, misspelt, locations]) {
      expect(new Set(kind).size).toBe(50);
    }
    expect(pairs).toHaveLength(50);
    expect(words.typed).toHaveLength(words.titles.length);
    expect(words.titles.length).toBeGreaterThan(25);
  });

  it('finds titles of jobs, with three or four words for each title', () => {
    const titles = Array.from({ length: board.rowCount }, (_, number) => board.job(number).title);
    for (const title of words.titles) {
      expect(titles.some((known) => known.startsWith(title))).toBe(true);
    }
    for (const q of words.fourWords) expect([3, 4]).toContain(q.split(' ').length);
  });

  it('returns two hundred hostile searches, most of them different', () => {
    expect(words.hostile).toHaveLength(200);
    expect(new Set(words.hostile).size).toBeGreaterThan(150);
    expect(Math.max(...words.hostile.map((q) => q.length))).toBe(SEARCH_LENGTH);
  });

  it('finds common, less common and misspelled words with the intended frequencies', () => {
    expect(Math.min(...words.common.map(share))).toBeGreaterThan(0.38);
    expect(Math.min(...words.medium.map(share))).toBeGreaterThan(0.001);
    expect(Math.max(...words.medium.map(share))).toBeLessThan(0.06);
    expect(Math.max(...words.misspelt.map(share))).toBeLessThan(0.001);
  });

  it('finds rare words, each in one to ten jobs', () => {
    const counts = words.rare.map((word) => share(word) * texts.length);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThanOrEqual(10.5);
  });
});

describe('the errors of misspell', () => {
  it.each([
    ['swaps two letters', 0, 'enigneer'],
    ['omits one', 1, 'engneer'],
    ['doubles one', 2, 'enginneer'],
  ])('misspell %s', (_, index, expected) => {
    expect(misspell('engineer', index)).toBe(expected);
  });
});
