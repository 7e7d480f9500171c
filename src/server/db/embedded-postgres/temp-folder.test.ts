import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFileOnce } from './temp-folder.ts';
import { cleanUpAfterEach, temporaryFolder } from './testing/harness.ts';

cleanUpAfterEach();

test('the first of several processes that create the same file determines its content', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'password');
  const [first] = await Promise.all(
    ['one', 'two', 'three'].map((text) => writeFileOnce(path, text)),
  );
  expect(['one', 'two', 'three']).toContain(first);
  expect(await writeFileOnce(path, 'four')).toBe(first);
  expect(await readdir(folder)).toEqual(['password']);
});
