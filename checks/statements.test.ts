import { expect, test } from 'vitest';
import { STATEMENTS } from '#tests/security/statements.ts';
import { read, repositoryFiles } from './source-files.ts';

test('each security statement is the title of exactly one test', () => {
  const files = repositoryFiles('tests/security/*.test.ts', 'e2e/security/*.e2e.ts');
  const numbers = files.flatMap((file) =>
    [...read(file).matchAll(/\btest(?:\.skipIf\(!\w+\))?\(statement\((\d+)\),/g)].map(
      ([, number]) => Number(number),
    ),
  );
  expect(numbers.sort((one, other) => one - other)).toEqual(Object.keys(STATEMENTS).map(Number));
});
