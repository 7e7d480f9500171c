import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  BUSY_MACHINE,
  end,
  freePort,
  makeDataDir,
  type Running,
  start,
} from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { makeDatabase } from '#tests/support/test-database.ts';
import { ROOT } from './source-files.ts';

let folder: string;
let database: Awaited<ReturnType<typeof makeDatabase>>;
let port: number;
let dev: Running;

const READY = 'running from source';

/** Copies the checkout, so that the test can edit files while the server runs. */
async function copyCheckout(to: string): Promise<void> {
  const configuration = [
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'vite.config.ts',
    'drizzle.config.ts',
  ];
  for (const path of ['src', 'scripts', ...configuration]) {
    await cp(join(ROOT, path), join(to, path), { recursive: true });
  }
  // Link each package separately, because Vite writes its cache beside the packages.
  const packages = join(to, 'node_modules');
  await mkdir(packages);
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name === '.vite') continue;
    await symlink(join(ROOT, 'node_modules', name), join(packages, name));
  }
}

beforeAll(async () => {
  folder = await makeDataDir();
  await copyCheckout(folder);
  // Create a migrated database without demo data, like that of an earlier version.
  database = await makeDatabase(inject('templateDatabase'));
  await addMigration('9998_whole', 'create table made_by_the_whole ();');
  port = await freePort();
  const env = {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    DEMO_DATA: 'true',
    ...BUSY_MACHINE,
  };
  dev = start(process.execPath, ['scripts/dev.mjs', '--migrate'], { env, cwd: folder });
  await dev.says(READY);
});
afterAll(async () => {
  await end(dev);
  await database.drop();
  await removeFolder(folder);
});

async function get(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://localhost:${port}${path}`);
  return { status: response.status, text: await response.text() };
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const file = join(folder, path);
  await writeFile(file, change(await readFile(file, 'utf8')));
}

async function addMigration(tag: string, statements: string): Promise<void> {
  const migrations = 'src/server/db/migrations';
  await writeFile(join(folder, migrations, `${tag}.sql`), statements);
  await edit(join(migrations, 'meta/_journal.json'), (text) => {
    const journal = JSON.parse(text);
    const { idx, when, ...entry } = journal.entries.at(-1);
    journal.entries.push({ ...entry, idx: idx + 1, when: when + 1, tag });
    return JSON.stringify(journal);
  });
}

test('npm run dev -- --migrate applies pending migrations', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select from made_by_the_whole');
  await client.end();
  expect(rows).toEqual([]);
});

test('npm run dev serves the board from its source files and reloads changed files', async () => {
  const { results } = JSON.parse((await get('/api/jobs?limit=1')).text);
  for (const path of ['/', '/jobs', `/jobs/${results[0].id}`, '/api/docs', '/@dev/entry.js']) {
    expect((await get(path)).status, path).toBe(200);
  }
  expect((await get(`/jobs/${results[0].id}`)).text).toContain(results[0].title);

  await edit('src/server/http/plugins/health.ts', (text) =>
    text.replaceAll("'/healthz'", "'/reloaded'"),
  );
  await dev.says('Server restarted');
  expect((await get('/reloaded')).status).toBe(200);
});

test('npm run dev renders changed components', async () => {
  await edit('src/web/routes/$page.tsx', (text) => text.replace('{heading}', 'Reloaded'));
  await expect.poll(async () => (await get('/contact-us')).text).toContain('>Reloaded</h1>');
});

test('npm run dev does not apply a half-written migration, and says how to apply it once it is complete', async () => {
  await addMigration('9999_half', '-- to be written');
  await dev.says('Migrations not applied to this database');
  await expect
    .poll(async () => get('/'))
    .toMatchObject({
      status: 503,
      text: expect.stringMatching(/: 9999_half\. .* run `npm run dev -- --migrate`/),
    });
});
