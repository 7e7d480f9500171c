import { expect, test } from 'vitest';
import { repositoryFiles } from './source-files.ts';

/** A module's parts are named alike everywhere, so that one knows where to look. */
const MODULE_PARTS =
  /^src\/server\/modules\/[a-z-]+\/(routes|queries|commands|policy|presenter|[a-z-]+\.test)\.ts$/;

test('the server’s modules have no parts but those that all have', () => {
  const files = repositoryFiles('src/server/modules');
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !MODULE_PARTS.test(file))).toEqual([]);
});

test('no folder is a drawer of odds and ends', () => {
  const drawers = repositoryFiles().filter((file) =>
    /(^|\/)(utils?|helpers?|misc|common|lib)(\/|\.[a-z]+$)/.test(file),
  );
  expect(drawers).toEqual([]);
});
