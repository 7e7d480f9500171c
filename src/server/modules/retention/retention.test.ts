import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RETENTION } from './retention.ts';

test('the documentation has the same table of retention times', () => {
  const page = readFileSync(
    new URL('../../../../docs/operations/privacy.md', import.meta.url),
    'utf8',
  );
  const rows = [...page.matchAll(/^\| (.+) \| (.+) \|$/gm)].map(([, data, kept]) => [data, kept]);
  expect(rows.slice(2)).toEqual(RETENTION.map((row) => [...row]));
});
