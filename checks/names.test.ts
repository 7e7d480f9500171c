import { expect, test } from 'vitest';
import { read, repositoryFiles } from './source-files.ts';

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

test('no file grows into two ideas', () => {
  const files = repositoryFiles('src/**/*.ts', 'src/**/*.tsx', 'scripts', 'bench/*.mjs').filter(
    (file) => !/\.(test|gen)\.tsx?$|demo-data\/companies\//.test(file),
  );
  const long = files.filter((file) => read(file).split('\n').length > 300);
  expect(long).toEqual([]);
});
