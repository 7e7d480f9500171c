import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ROOT, read } from './source-files.ts';

const FOLDER = join(ROOT, 'dist/client/assets');
const scripts = readdirSync(FOLDER).filter((file) => file.endsWith('.js'));

/** What the browser's bundle is made of; whatever else is installed belongs to the server. */
const FOR_THE_BROWSER = [
  '@auth0/auth0-spa-js',
  '@tanstack/react-router',
  'react',
  'react-dom',
  'sonner',
];

test('no server code reaches the browser', () => {
  expect(scripts.length).toBeGreaterThan(5);
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const forServer = Object.keys(dependencies).filter((name) => !FOR_THE_BROWSER.includes(name));
  // Names that stand in those packages' code, or in ours that calls them.
  const signs = [
    ...forServer.map((name) => `"${name}"`),
    '"node:',
    'pg_advisory',
    'ZodError',
    'drizzle',
  ];
  for (const script of scripts) {
    const code = readFileSync(join(FOLDER, script), 'utf8');
    expect(
      signs.filter((sign) => code.includes(sign)),
      script,
    ).toEqual([]);
  }
});
