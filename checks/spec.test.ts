import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { read, repositoryFiles } from './source-files.ts';

const SPEC = 'docs/spec.md';

/** The rules of the specification. Each is a list item that ends with a link to its test: `[title](path)`. */
const rules = [...read(SPEC).matchAll(/^- (?<text>.+(?:\n {2}\S.*)*)/gm)].map(
  ({ groups }) => groups?.text ?? '',
);

test('the specification has rules', () => {
  expect(rules.length).toBeGreaterThan(50);
});

test.each(rules)('the rule “%s” links to an existing test', (rule) => {
  const [, title = '', path = ''] = /\[([^\]]+)\]\(([^)]+)\)$/.exec(rule) ?? [];
  const file = normalize(join(dirname(SPEC), path));
  expect(repositoryFiles(file)).toEqual([file]);
  const source = read(file).replaceAll("\\'", "'");
  const isStatement = /^\d+$/.test(title);
  expect(source).toContain(isStatement ? `  ${title}: '` : title);
});

test('the sections follow the order of the original specification', () => {
  const headings = [...read(SPEC).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings.slice(0, 11)).toEqual([
    'Audiences',
    ...['Pages', 'Job lists', 'Job page', 'Company pages', 'Account'],
    ...['Sign-in', 'Forms', 'Permissions', 'Calls', 'Messages'],
  ]);
});

test('comments cite only headings of the specification that exist', () => {
  const headings = [...read(SPEC).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  const cited = repositoryFiles('*.ts', '*.tsx', '*.mjs').flatMap((file) =>
    [...read(file).matchAll(/\bSpec: "([^"]+)"/g)].map(([, heading]) => heading),
  );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter((heading) => !headings.includes(heading))).toEqual([]);
});

test('comments cite only the specification in the repository', () => {
  const self = 'checks/spec.test.ts';
  const citing = repositoryFiles('*.ts', '*.tsx', '*.mjs').filter(
    (file) => file !== self && /\bSpec sections? \d/.test(read(file)),
  );
  expect(citing).toEqual([]);
});
