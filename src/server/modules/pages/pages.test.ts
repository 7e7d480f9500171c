import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { RETENTION } from '#server/modules/retention/retention.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { StartupError } from '#server/platform/errors.ts';
import { DEFAULT_SETTINGS } from '#shared/domain/board-settings.ts';
import { makeDataDir } from '#tests/support/process.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import { followPages } from './live/live-pages.ts';

const board = setUpTestBoard();

const PUBLIC = {
  PUBLIC_URL: 'https://jobs.example',
  SITE_NAME: 'Loom Jobs',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'board@jobs.example',
};

async function textOf(name: string, settings: Record<string, string> = {}): Promise<string> {
  const config = readConfig(settings);
  const current = { ...DEFAULT_SETTINGS, ...config.fixedSettings };
  const options = { config, settings: { current }, changes: undefined, logger: board.app.log };
  return (await followPages(board.db, options)).find(name)?.html ?? '';
}

describe('without files', () => {
  test('without the operator’s files, the privacy policy says how long data is stored', async () => {
    const html = await textOf('privacy', PUBLIC);
    for (const [data, kept] of RETENTION)
      expect(html).toContain(`<strong>${data}:</strong> ${kept}.`);
    for (const data of [
      'last sign-in',
      'linked identities',
      'Reason of a block',
      'Unpublished jobs',
    ])
      expect(html).toContain(data);
    expect(html).toContain('those that failed, so that they can be sent again');
    expect(html).toContain('<h2>Your rights</h2>');
    expect(html).toContain('href="mailto:board@jobs.example"');
    expect(html).toContain('Loom Jobs (jobs.example)');
  });

  test('without the operator’s files, the imprint says that it is missing, and names the contact if the board has one', async () => {
    expect(await textOf('imprint', PUBLIC)).toMatch(
      /Loom Jobs has not added an imprint\..*board@/s,
    );
    expect(await textOf('imprint')).toContain('The operator has not given a contact address.');
  });

  test('without the operator’s files, other pages have no text, and unknown pages do not exist', async () => {
    const { body, status } = await board.ask('GET', '/api/pages/about');
    expect([status, body]).toEqual([200, { heading: 'About', html: '' }]);
    expect((await board.ask('GET', '/api/pages/nope')).status).toBe(404);
    expect((await board.app.inject('/nope')).statusCode).toBe(404);
  });
});

describe('the files in PAGES_DIR', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeDataDir();
    await writeFile(
      join(folder, 'imprint.md'),
      '# Address\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1)) **Loom Street**\n\n### Phone\n',
    );
  });

  test('replace the texts of the pages, as safe HTML', async () => {
    const app = await buildTestApp(board, { PAGES_DIR: folder });
    onTestFinished(() => app.close());
    const { body } = await app.inject('/imprint');
    expect(body).toContain('<h1 class="page-title mb-8">Imprint</h1>');
    expect(body).toMatch(/<h2>Address<\/h2>.*<strong>Loom Street<\/strong>.*<h3>Phone<\/h3>/s);
    expect(body).toContain('&lt;img src=x');
    expect(body).not.toContain('href="javascript:');
    expect((await app.inject('/privacy')).body).toContain('Your rights');
  });

  test.each([
    ['a folder that does not exist', '/nowhere/pages', 'PAGES_DIR is not a folder'],
    ['a file instead of a folder', import.meta.filename, 'PAGES_DIR is not a folder'],
  ])(
    'an unusable folder or file for pages is reported at startup: %s',
    async (_, PAGES_DIR, message) => {
      const reading = textOf('imprint', { PAGES_DIR });
      await expect(reading).rejects.toThrow(StartupError);
      await expect(reading).rejects.toThrow(message);
    },
  );

  test.each([
    ['is too large', async (path: string) => writeFile(path, 'x'.repeat(200_001)), 'is too large'],
    [
      'is not UTF-8',
      async (path: string) => writeFile(path, Buffer.from([0xff])),
      'cannot be read',
    ],
    ['is a folder', async (path: string) => void (await mkdir(path)), 'cannot be read'],
  ])('a file that %s is reported at startup', async (_, make, message) => {
    const PAGES_DIR = await makeDataDir();
    await make(join(PAGES_DIR, 'privacy.md'));
    await expect(textOf('privacy', { PAGES_DIR })).rejects.toThrow(message);
  });
});
