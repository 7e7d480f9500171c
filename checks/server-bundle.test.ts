import { readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, packageJson, packageOf, ROOT, read } from './source-files.ts';

const FOLDER = 'dist/server';

/** Matches the function with which the bundler replaces `require()`. */
const REQUIRE = /\b__require\(["'`]([^"'`]+)["'`]\)/g;

/**
 * Packages that may be missing. The identity provider uses `debug`, which imports `supports-color` only if it is
 * installed.
 */
const OPTIONAL = ['supports-color'];

test('a production install has exactly the packages that the server’s bundle imports, and the fonts', () => {
  const programs = readdirSync(join(ROOT, FOLDER), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.m?js$/.test(file),
  );
  expect(programs.length).toBeGreaterThan(20);
  const imported = new Set<string>();
  for (const program of programs) {
    const file = join(FOLDER, program);
    const code = read(file);
    for (const name of [
      ...importsOf(file, code).map(({ to }) => to),
      ...[...code.matchAll(REQUIRE)].map(([, name = '']) => name),
    ]) {
      const isOutside =
        !name.startsWith('node:') && !name.startsWith(FOLDER) && !OPTIONAL.includes(name);
      if (isOutside && !builtinModules.includes(name)) imported.add(packageOf(name));
    }
  }
  const withoutFonts = Object.keys(packageJson.dependencies).filter(
    (name) => !name.startsWith('@fontsource'),
  );
  expect([...imported].sort()).toEqual(withoutFonts.sort());
});
