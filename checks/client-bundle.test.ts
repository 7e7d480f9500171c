import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { packageJson, ROOT } from './source-files.ts';

const FOLDER = join(ROOT, 'dist/client/assets');
const scripts = readdirSync(FOLDER).filter((file) => file.endsWith('.js'));

/** What the browser's bundle is made of; whatever else is installed belongs to the server. */
const FOR_THE_BROWSER = [
  '@auth0/auth0-spa-js',
  '@tanstack/react-router',
  'react',
  'react-dom',
  'sonner',
  'zod',
];

test('no server code reaches the browser', () => {
  expect(scripts.length).toBeGreaterThan(5);
  // Most of the server's packages are bundled, and so `devDependencies`.
  const { dependencies, devDependencies } = packageJson;
  const forServer = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !FOR_THE_BROWSER.includes(name),
  );
  // Names that stand in those packages' code, or in ours that calls them.
  const signs = [...forServer.map((name) => `"${name}"`), '"node:', 'pg_advisory', 'drizzle'];
  for (const script of scripts) {
    const code = readFileSync(join(FOLDER, script), 'utf8');
    expect(
      signs.filter((sign) => code.includes(sign)),
      script,
    ).toEqual([]);
  }
});

/** What only those load who may be there. */
const RESTRICTED = /\/routes\/(account|(jobs|companies)\.(add|edit\.\$id)|jobs\.closed)\.tsx/;

test('no public page loads the contract’s schemas', () => {
  const chunk = z.object({ file: z.string(), imports: z.array(z.string()).default([]) });
  const manifest = z
    .record(z.string(), chunk)
    .parse(JSON.parse(readFileSync(join(FOLDER, '../.vite/manifest.json'), 'utf8')));
  const seen = new Set<string>();
  const visit = (key: string) => {
    const known = manifest[key];
    if (!known || seen.has(key)) return;
    seen.add(key);
    known.imports.forEach(visit);
  };
  const starts = Object.keys(manifest).filter((key) => /entry-client|\/routes\//.test(key));
  const open = starts.filter((key) => !RESTRICTED.test(key));
  expect([open.length, starts.length - open.length]).toEqual([10, 6]);
  open.forEach(visit);
  const schemas = (key: string) =>
    readFileSync(join(FOLDER, '..', manifest[key]?.file ?? ''), 'utf8').includes('ZodError');
  expect([...seen].filter(schemas)).toEqual([]);
  expect(Object.keys(manifest).some((key) => !seen.has(key) && schemas(key))).toBe(true);
});
