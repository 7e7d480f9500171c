import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { packageJson, ROOT } from './source-files.ts';

const FOLDER = join(ROOT, 'dist/client/assets');
const scripts = readdirSync(FOLDER).filter((file) => file.endsWith('.js'));

/** The packages that the browser's bundle may contain. All others are only for the server. */
const FOR_THE_BROWSER = [
  '@auth0/auth0-spa-js',
  '@github/markdown-toolbar-element',
  '@tanstack/react-router',
  'react',
  'react-dom',
  'sonner',
  'zod',
];

test('no server code is in the browser’s bundle', () => {
  expect(scripts.length).toBeGreaterThan(5);
  // Most server packages are bundled, so they are among the `devDependencies`.
  const { dependencies, devDependencies } = packageJson;
  const forServer = Object.keys({ ...dependencies, ...devDependencies }).filter(
    // `uuid` is also the name of a format in the schemas.
    (name) => !FOR_THE_BROWSER.includes(name) && name !== 'uuid',
  );
  // Texts that show that server code is in a bundle.
  const signs = [...forServer.map((name) => `"${name}"`), '"node:', 'pg_advisory', 'drizzle'];
  for (const script of scripts) {
    const code = readFileSync(join(FOLDER, script), 'utf8');
    expect(
      signs.filter((sign) => code.includes(sign)),
      script,
    ).toEqual([]);
  }
});

/** Matches pages that only some roles load. */
const RESTRICTED = /\/routes\/(account|admin\.\$|dashboard)\.tsx|_job-pages-/;

test('no public page loads the schemas of the contract', () => {
  const chunk = z.object({ file: z.string(), imports: z.array(z.string()).default([]) });
  const manifest = z
    .record(z.string(), chunk)
    .parse(JSON.parse(readFileSync(join(FOLDER, '../.vite/manifest.json'), 'utf8')));
  const seen = new Set<string>();
  const visit = (key: string) => {
    const entry = manifest[key];
    if (!entry || seen.has(key)) return;
    seen.add(key);
    entry.imports.forEach(visit);
  };
  const starts = Object.keys(manifest).filter((key) =>
    /entry-client|\/routes\/|\/update-head|_(head|job|job-list|marks|texts|employers|job-pages)-/.test(
      key,
    ),
  );
  const open = starts.filter((key) => !RESTRICTED.test(key));
  expect([open.length, starts.length - open.length]).toEqual([11, 2]);
  open.forEach(visit);
  const schemas = (key: string) =>
    readFileSync(join(FOLDER, '..', manifest[key]?.file ?? ''), 'utf8').includes('ZodError');
  expect([...seen].filter(schemas)).toEqual([]);
  expect(Object.keys(manifest).some((key) => !seen.has(key) && schemas(key))).toBe(true);
});
