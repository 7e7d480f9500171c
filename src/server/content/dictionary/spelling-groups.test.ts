import { describe, expect, test } from 'vitest';
import { jobDictionary } from './job-dictionary.ts';
import { parseDictionary } from './parse-dictionary.ts';
import { buildSpellingDictionary, foldSpelling, parseSpellingGroup } from './spelling-groups.ts';

describe('the parser', () => {
  test('reads the spellings of a group and marks ambiguous ones', () => {
    expect(parseSpellingGroup('title', 'Product Manager = ~PM = c#', 'Line 1')).toEqual({
      kind: 'title',
      place: 'Line 1',
      spellings: [
        { text: 'product manager', written: 'Product Manager', ambiguous: false },
        { text: 'pm', written: 'PM', ambiguous: true },
        { text: 'c#', written: 'c#', ambiguous: false },
      ],
    });
  });

  test.each([
    ['c = ', 'Line 2 has an empty spelling'],
    ['front end = front-end', 'Line 2 has a spelling twice'],
    ['~pm = product manager', 'Line 2 begins with an ambiguous spelling'],
  ])('the parser rejects %j', (text, message) => {
    expect(() => parseSpellingGroup('title', text, 'Line 2')).toThrow(message);
  });
});

test.each([
  ['Front-End', 'front end'],
  ['UI/UX', 'ui ux'],
  ['Sr. Engineer', 'sr engineer'],
  ['.NET', '.net'],
  ['Node.js', 'node.js'],
  ['C++', 'c++'],
  ['Founder’s  Associate', "founder's associate"],
])('the spelling %s is folded to %j', (text, folded) => {
  expect(foldSpelling(text)).toBe(folded);
});

test('only ambiguous spellings may belong to several groups', () => {
  const groupsOf = (text: string) => parseDictionary(`[titles]\n${text}`).groups;
  const dictionary = buildSpellingDictionary(
    groupsOf('product manager = ~pm\nproject manager = ~pm'),
  );
  expect(dictionary.find('PM').map(({ spellings }) => spellings[0]?.text)).toEqual([
    'product manager',
    'project manager',
  ]);
  expect(() => buildSpellingDictionary(groupsOf('a = b\nc = ~b'))).toThrow(
    'Line 3 has the spelling "b" of another group: Line 2',
  );
});

describe('the built-in dictionary', () => {
  const usual = (text: string) =>
    jobDictionary()
      .find(text)
      .map(({ spellings }) => spellings[0]?.text);

  test('has about 300 groups of all kinds', () => {
    const { groups } = jobDictionary();
    expect(groups.length).toBeGreaterThan(280);
    expect(new Set(groups.map(({ kind }) => kind))).toEqual(
      new Set(['title', 'skill', 'seniority']),
    );
  });

  test.each([
    ['front-end', 'front end'],
    ['K8s', 'kubernetes'],
    ['SRE', 'site reliability engineer'],
    ['ML', 'machine learning'],
    ['QA', 'quality assurance'],
    ['UX', 'user experience'],
    ['HR', 'human resources'],
    ['VP', 'vice president'],
    ['Sr.', 'senior'],
    ['Go', 'golang'],
    ['dotnet', '.net'],
    ['cpp', 'c++'],
    ['C Sharp', 'c#'],
    ['NodeJS', 'node.js'],
    ['JS', 'javascript'],
    ['TS', 'typescript'],
    ['postgres', 'postgresql'],
    ['biz dev', 'business development'],
    ['Buchhalter', 'accountant'],
    ['デザイナー', 'designer'],
  ])('%s is a spelling of %s', (text, name) => {
    expect(usual(text)).toEqual([name]);
  });

  test('an unknown word has no group', () => {
    expect(usual('beekeeper')).toEqual([]);
  });
});
