import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseYaml, readMarkdown, uniqueTexts } from './data-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'composable-jobs-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const schema = z.strictObject({
  name: z.string(),
  km: z.coerce.number<string>().optional(),
  words: uniqueTexts.default([]),
});

test('values are texts as written, and a schema converts numbers', () => {
  const source = '# Places\nname: no\nkm: 60\nwords:\n  - 163\n  - C#\n  - ~\n';
  expect(parseYaml(source, 'places.yaml', schema).data).toEqual({
    name: 'no',
    km: 60,
    words: ['163', 'C#', '~'],
  });
});

test.each([
  ['an unknown key', 'name: a\nnames:\n  - b\n', '2: Unrecognized key: "names"'],
  ['a wrong type', 'name: a\nkm: far\n', '2: km: Invalid input: expected number, received NaN'],
  ['a missing key', 'km: 1\n', '1: name: Invalid input: expected string, received undefined'],
  ['a key twice', 'name: a\n\nname: b\n', '3: Map keys must be unique'],
  ['an item twice', 'name: a\nwords:\n  - b\n  - c\n  - b\n', '5: words.2: "b" is a duplicate'],
  ['a syntax error', 'name: a\nwords: [b\n', '3: Flow sequence in block collection must be'],
])('the error about %s names the file and the line', (_, source, message) => {
  expect(() => parseYaml(source, 'places.yaml', schema)).toThrow(`places.yaml:${message}`);
});

test('an error about a value names the line of its key', () => {
  const { errorAt } = parseYaml('name: a\nwords:\n  - b\n', 'places.yaml', schema);
  expect(errorAt(['words', 0], 'Unknown').message).toBe('places.yaml:3: Unknown');
  expect(errorAt(['words'], 'Unknown').message).toBe('places.yaml:2: Unknown');
});

describe('Markdown with front matter', () => {
  function read(content: string) {
    const path = join(folder, 'company.md');
    writeFileSync(path, content);
    return readMarkdown(pathToFileURL(path), schema);
  }

  test('the values and the text are separate', () => {
    const { data, text } = read('---\nname: a\n---\n\nOne\n\n---\n\nTwo\n');
    expect(data).toEqual({ name: 'a', words: [] });
    expect(text).toBe('One\n\n---\n\nTwo');
  });

  test.each([
    ['no front matter', 'One\n', 'company.md:1: The file must begin with values'],
    ['an unknown key', '---\nname: a\nage: 3\n---\n', 'company.md:3: Unrecognized key: "age"'],
  ])('the error about %s names the file and the line', (_, content, message) => {
    expect(() => read(content)).toThrow(message);
  });
});
