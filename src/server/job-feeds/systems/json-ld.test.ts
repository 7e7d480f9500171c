import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { findJobPostings } from './json-ld.ts';

const page = (script: string) =>
  `<html><script type="application/ld+json">${script}</script><p>{"@type":"JobPosting"}</p></html>`;

const titlesIn = (html: string) => findJobPostings(html).map(({ title }) => title);

describe('a job posting is found', () => {
  test.each([
    ['alone', '{"@type":"JobPosting","title":"Weaver"}'],
    ['with a list of types', '{"@type":["Thing","JobPosting"],"title":"Weaver"}'],
    ['with a namespace', '{"@type":"https://schema.org/JobPosting","title":"Weaver"}'],
    ['in a list', '[{"@type":"Organization"},{"@type":"JobPosting","title":"Weaver"}]'],
    ['in a graph', '{"@graph":[{"@type":"JobPosting","title":"Weaver"}]}'],
    [
      'in an item list',
      '{"@type":"ItemList","itemListElement":[{"item":{"@type":"JobPosting","title":"Weaver"}}]}',
    ],
    ['in a comment', '<!-- {"@type":"JobPosting","title":"Weaver"} -->'],
    ['in a section', '//<![CDATA[\n{"@type":"JobPosting","title":"Weaver"}\n//]]>'],
    ['with a line break in a text', '{"@type":"JobPosting","title":"Weaver","description":"a\nb"}'],
  ])('a job posting is found %s', (_, script) => {
    expect(titlesIn(page(script))).toEqual(['Weaver']);
  });

  test.each([
    ['in other scripts', '<script>{"@type":"JobPosting","title":"Weaver"}</script>'],
    ['in text', '<p>{"@type":"JobPosting","title":"Weaver"}</p>'],
    ['in invalid JSON', page('{"@type":"JobPosting","title":"Weaver"')],
    ['of another type', page('{"@type":"Person","title":"Weaver"}')],
    ['of a type that is no text', page('{"@type":{"toString":null,"valueOf":null}}')],
    ['of a deeply nested type', page(`{"@type":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)],
  ])('is not found in %s', (_, html) => {
    expect(titlesIn(html)).toEqual([]);
  });

  test('job postings are listed in the order of the page', () => {
    const posting = (title: string) => ({ '@type': 'JobPosting', title });
    const list = JSON.stringify([posting('A'), { x: [posting('B')] }, posting('C')]);
    expect(titlesIn(page(list) + page(JSON.stringify(posting('D'))))).toEqual(['A', 'B', 'C', 'D']);
  });
});

test.each([
  ['brackets', '['.repeat(2_000_000)],
  ['nested lists', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['values', `[${'0,'.repeat(1_000_000)}0]`],
  ['spaces after a comment', `{}-->${' '.repeat(3_900_000)}x`],
  ['keys', `{${Array.from({ length: 400_000 }, (_, n) => `"k${n}":1`).join()}}`],
])('a page with very many %s is read quickly', async (_, script) => {
  expect(await cpuTimeOf(async () => findJobPostings(page(script)))).toBeLessThan(5_000);
});
