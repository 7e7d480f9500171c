import { describe, expect, test } from 'vitest';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { wordsOf } from '#server/content/dictionary/words.ts';
import { read, repositoryFiles } from './source-files.ts';

const FOLDER = 'src/server/content/dictionary/lists';

/** The lines of a file with their places, such as `skills.txt:12`; without comments. */
function linesOf(name: string): { line: string; place: string }[] {
  return read(`${FOLDER}/${name}`)
    .split('\n')
    .map((line, index) => ({
      line: line.replace(/(^|\s)#.*/, '').trim(),
      place: `${name}:${index + 1}`,
    }));
}

const canonical = (text: string) => jobDictionary().canonical(wordsOf(text)).join(' ');

test('each data file begins with a comment that describes it', () => {
  const files = repositoryFiles('src/server/*.yaml', 'src/server/*.txt');
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !/^# \p{Lu}/u.test(read(file)))).toEqual([]);
});

describe('the lists of the dictionary', () => {
  test('each line is a valid group, and no group has a spelling of another one', () => {
    expect(jobDictionary().groups.length).toBeGreaterThan(3_000);
  });

  test('each search has a line of its own, and each title is in a line once', () => {
    const searches = new Set<string>();
    const repeated = linesOf('related-titles.txt').flatMap(({ line, place }) => {
      const [search = '', ...titles] = line.split(/\s*[>,]\s*/);
      if (titles.length === 0) return [];
      const isRepeated = searches.has(search) || new Set([search, ...titles]).size <= titles.length;
      searches.add(search);
      return isRepeated ? [`${place}: ${line}`] : [];
    });
    expect(repeated).toEqual([]);
  });

  test('each level of seniority has its usual spelling', () => {
    const others = linesOf('title-words.yaml').flatMap(({ line, place }) => {
      const names = /^- \[(.*)\]$/.exec(line)?.[1]?.split(', ') ?? [];
      return names
        .filter((name) => canonical(name) !== name)
        .map((name) => `${place}: ${name} is usually ${canonical(name)}`);
    });
    expect(others).toEqual([]);
  });
});
