import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryFiles } from './source-files.ts';

/**
 * The parts of a module with endpoints. Other code is in subfolders, except `site-admins`, the rule about the last site
 * admin.
 */
const MODULE_PARTS =
  /^src\/server\/modules\/[a-z-]+\/((routes|queries|commands|policy|presenter|site-admins|[a-z-]+\.test)\.ts$|[a-z-]+\/)/;

test('all modules with endpoints consist of the same parts', () => {
  const files = repositoryFiles('src/server/modules');
  const modules = files
    .filter((file) => file.endsWith('/routes.ts'))
    .map((file) => file.slice(0, -'routes.ts'.length));
  expect(modules.length).toBeGreaterThan(3);
  const parts = files.filter((file) => modules.some((folder) => file.startsWith(folder)));
  expect(parts.filter((file) => !MODULE_PARTS.test(file))).toEqual([]);
});

test('no file or folder has a name without meaning, such as `utils`', () => {
  const drawers = repositoryFiles().filter((file) =>
    /(^|\/)(utils?|helpers?|misc|common|lib)(\/|\.[a-z]+$)/.test(file),
  );
  expect(drawers).toEqual([]);
});

test('code that runs in Node.js does not call `URL.canParse`, which rejects valid URLs after many calls', () => {
  const callers = repositoryFiles('src').filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !file.startsWith('src/web/auth/') &&
      readFileSync(file, 'utf8').includes('URL.canParse('),
  );
  expect(callers).toEqual([]);
});
