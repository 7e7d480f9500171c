import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { loadDictionaryFile } from './dictionary-file.ts';
import { extendDictionary, jobDictionary } from './job-dictionary.ts';
import { readSkills } from './read-skills.ts';
import { relatedTitles } from './related-titles.ts';
import { labelOf } from './spelling-groups.ts';

const folder = mkdtempSync(join(tmpdir(), 'composable-jobs-test-'));

afterEach(() => extendDictionary({ groups: [], related: '' }));
afterAll(() => rmSync(folder, { recursive: true }));

const FILE = `# Our field
[titles]
beekeeper = apiarist
[Skills]
Queen rearing = queen breeding = ~QR   # bees
[seniority]
journeyman = gezelle

[related]
beekeeper > farmer, gardener
`;

function load(text: string): void {
  const path = join(folder, 'dictionary.txt');
  writeFileSync(path, text);
  loadDictionaryFile(path);
}

test('titles, skills, levels and related searches are added', () => {
  const { digest } = jobDictionary();
  load(FILE);
  expect(jobDictionary().canonical(['senior', 'apiarist'])).toEqual(['senior', 'beekeeper']);
  expect(relatedTitles(['beekeeper'])).toEqual([['farmer'], ['gardener']]);
  const skills = readSkills({ title: 'Apiarist', description: 'You know queen breeding.' });
  expect([...skills.keys()].map(labelOf)).toEqual(['Queen rearing']);
  expect(jobDictionary().find('gezelle')).toHaveLength(1);
  expect(jobDictionary().digest).not.toBe(digest);
});

test('a group whose first spelling is known adds its spellings to the known group', () => {
  load('[skills]\nReact = preact');
  const skills = readSkills({ title: 'Preact Developer', description: '' });
  expect([...skills.keys()].map(labelOf)).toEqual(['React']);
});

test('equal content has equal digests', () => {
  load(FILE);
  const { digest } = jobDictionary();
  load(FILE);
  expect(jobDictionary().digest).toBe(digest);
});

describe('an invalid or missing dictionary file prevents startup', () => {
  test.each([
    ['beekeeper = apiarist', 'Line 1 is before the first heading: beekeeper = apiarist'],
    ['[skills]\n\na = ', 'Line 3 has an empty spelling: a ='],
    ['[skils]\n', 'Line 1 is an unknown heading: [skils]'],
    ['[related]\nbeekeeper farmer', 'Line 2 is not "search > related, related": beekeeper farmer'],
  ])('the error about an invalid dictionary file names the line: %j', (text, message) => {
    expect(() => load(text)).toThrow(`dictionary.txt: ${message}`);
  });

  test('the error names a spelling that already belongs to another group', () => {
    expect(() => load('[skills]\nQueens = bees\nRust proofing = rust')).toThrow(
      'Line 3 has the spelling "rust" of another group',
    );
  });

  test('the error names a file that does not exist', () => {
    expect(() => loadDictionaryFile('/nowhere/dictionary.txt')).toThrow(
      'DICTIONARY_FILE /nowhere/dictionary.txt: unreadable (ENOENT)',
    );
  });
});
