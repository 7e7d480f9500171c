import { describe, expect, test } from 'vitest';
import { jobDictionary } from './job-dictionary.ts';
import { levelOf } from './levels.ts';
import { fieldOf } from './read-title.ts';
import { otherLeaders, relatedTitles, widerTitles } from './related-titles.ts';
import { wordsOf } from './words.ts';

const titleOf = (text: string) => jobDictionary().canonical(wordsOf(text));
const texts = (titles: string[][]) => titles.map((words) => words.join(' '));

test('lines with the same search are combined, and the search itself is not related', () => {
  const related = texts(relatedTitles(titleOf('attorney')));
  expect(related).toContain('counsel');
  expect(related).toContain('legal');
  expect(related).not.toContain('lawyer');
});

describe('a search for a title also means wider titles, of which it is a special case', () => {
  test.each([
    ['the title without its seniority', 'junior designer', ['designer']],
    ['the role at its end', 'ai product manager', ['product manager']],
    ['its field of work', 'tax manager', ['tax']],
    ['none, if its skill would be lost', 'zendesk customer support', []],
    ['none, if the rest says little', 'network engineer', []],
    ['none, if it is a role itself', 'product manager', []],
  ])('wider titles: %s, as for “%s”', (_, title, wider) => {
    expect(texts(widerTitles(titleOf(title)))).toEqual(wider);
  });
});

test('the leader of a field has other titles', () => {
  expect(texts(otherLeaders(titleOf('vp finance')))).toEqual(['head finance', 'director finance']);
  expect(otherLeaders(titleOf('director'))).toEqual([]);
  expect(otherLeaders(titleOf('accountant'))).toEqual([]);
});

test.each([
  ['Engineering Manager', 5],
  ['Product Manager', undefined],
  ['Staff Product Manager', 4],
  ['Director, Product Management', 6],
])('the seniority of %s is %s', (title, level) => {
  expect(levelOf(titleOf(title))).toBe(level);
});

test.each([
  ['growth marketing manager', 'growth marketing'],
  ['procurement counsel', 'procurement counsel'],
  ['general manager', 'general manager'],
])('the field of %s is %s', (role, field) => {
  expect(fieldOf(titleOf(role)).join(' ')).toBe(field);
});
