import { describe, expect, test } from 'vitest';
import { jobDictionary } from './job-dictionary.ts';
import { buildSpellingDictionary, foldSpelling, parseSpellingGroups } from './spelling-groups.ts';

describe('the parser', () => {
  test('the parser reads one group per line, marks ambiguous spellings, and skips comments', () => {
    const text =
      '# Tools\nKubernetes = k8s # orchestration\n\nproduct manager = ~pm\nc# = csharp\n';
    expect(parseSpellingGroups('skill', text)).toEqual([
      {
        kind: 'skill',
        spellings: [
          { text: 'kubernetes', written: 'Kubernetes', ambiguous: false },
          { text: 'k8s', written: 'k8s', ambiguous: false },
        ],
      },
      {
        kind: 'skill',
        spellings: [
          { text: 'product manager', written: 'product manager', ambiguous: false },
          { text: 'pm', written: 'pm', ambiguous: true },
        ],
      },
      {
        kind: 'skill',
        spellings: [
          { text: 'c#', written: 'c#', ambiguous: false },
          { text: 'csharp', written: 'csharp', ambiguous: false },
        ],
      },
    ]);
  });

  test.each([
    ['a = b\nc = ', 'Line 2 has an empty spelling'],
    ['front end = front-end', 'Line 1 has a spelling twice'],
    ['~pm = product manager', 'Line 1 begins with an ambiguous spelling'],
  ])('the parser rejects %j', (text, message) => {
    expect(() => parseSpellingGroups('title', text)).toThrow(message);
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
  const groupsOf = (text: string) => parseSpellingGroups('title', text);
  const dictionary = buildSpellingDictionary(
    groupsOf('product manager = ~pm\nproject manager = ~pm'),
  );
  expect(dictionary.find('PM').map(({ spellings }) => spellings[0]?.text)).toEqual([
    'product manager',
    'project manager',
  ]);
  expect(() => buildSpellingDictionary(groupsOf('a = b\nc = ~b'))).toThrow('"b"');
});

describe('the built-in dictionary', () => {
  const usual = (text: string) =>
    jobDictionary()
      .find(text)
      .map(({ spellings }) => spellings[0]?.text);

  test('the built-in dictionary has about 300 groups of all kinds', () => {
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
