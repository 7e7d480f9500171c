import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageJson, ROOT } from './source-files.ts';

const FOLDER = join(ROOT, 'dist/server');

/** The package that a specifier names: `@a/b/c` is in `@a/b`. */
const packageOf = (specifier: string) =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

test('a production install has exactly the packages that the server’s bundle imports, and the fonts', () => {
  const programs = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.m?js$/.test(file),
  );
  expect(programs.length).toBeGreaterThan(20);
  const imported = new Set<string>();
  for (const program of programs) {
    const code = readFileSync(join(FOLDER, program), 'utf8');
    for (const [, specifier = ''] of code.matchAll(/^import\b[^"']*["']([^"']+)["']/gm)) {
      if (!/^(\.|node:)/.test(specifier)) imported.add(packageOf(specifier));
    }
  }
  const withoutFonts = Object.keys(packageJson.dependencies).filter(
    (name) => !name.startsWith('@fontsource'),
  );
  expect([...imported].sort()).toEqual(withoutFonts.sort());
});
