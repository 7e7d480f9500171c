import { beforeEach, describe, expect, test } from 'vitest';
import { board_settings } from '#server/db/setting-tables.ts';
import { accentSchemes } from '#shared/domain/accent.ts';
import type { BoardSettings } from '#shared/domain/board-settings.ts';
import { pages } from '#shared/urls/paths.ts';
import { createCompany } from '#tests/support/factories.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import { seedOf, signPath, styleSheetPath } from './look-files.ts';

const ACCENT = '#1a7f4e';
const picture = (digit: string) => `/uploads/${digit.repeat(64)}.webp`;

/** Nothing in the environment sets the name. */
const SETTINGS = { SITE_NAME: '' };

const board = setUpTestBoard(SETTINGS);

beforeEach(() => board.db.delete(board_settings));

/** The bodies of these paths on a board with these settings, in their order. */
async function readPages(paths: string[], values: Partial<BoardSettings>): Promise<string[]> {
  await board.db.insert(board_settings).values({ values });
  const app = await buildTestApp(board, SETTINGS);
  const responses = await Promise.all(paths.map((url) => app.inject(url)));
  await app.close();
  return responses.map(({ body }) => body);
}

/** Rendered pages, and all kinds of pages without React. */
const PATHS = [
  '/',
  '/jobs',
  '/companies',
  '/about',
  '/nowhere',
  '/nowhere/at/all',
  '/api/docs',
  '/embed/jobs',
  '/alerts/new',
  '/alerts/manage/unknown',
  '/reminders/unknown',
  '/authorize',
];

describe('the accent', () => {
  test('is in a style sheet that every page links in its head', async () => {
    const link = `<link rel="stylesheet" href="${styleSheetPath(ACCENT)}"`;
    const bodies = await readPages(PATHS, { accent: ACCENT });
    const without = PATHS.filter((_, index) => {
      const [head = ''] = bodies[index]?.split('</head>') ?? [];
      return !head.includes(link);
    });
    expect(without).toEqual([]);
  });

  test('is in no style sheet by default', async () => {
    const bodies = await readPages(PATHS, {});
    expect(PATHS.filter((_, index) => bodies[index]?.includes('/look/'))).toEqual([]);
    expect(bodies.every((body) => body.includes('<html'))).toBe(true);
  });

  test('replaces the colors of the theme in both schemes', async () => {
    const { statusCode, body, headers } = await board.app.inject(styleSheetPath(ACCENT));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const { light, dark } = accentSchemes(ACCENT);
    expect(body).toContain(`:root{--color-brand:${light.brand};--color-on-brand:${light.onBrand}`);
    expect(body).toContain(
      `(prefers-color-scheme:dark){:root{--color-brand:${dark.brand};--color-on-brand:${dark.onBrand}`,
    );
  });

  test('is not sent to browsers, which have the style sheet', async () => {
    const [body = ''] = await readPages(['/'], { accent: ACCENT });
    const scripts = body.slice(body.indexOf('<script'));
    expect(scripts).toContain('Composable Jobs');
    expect(scripts).not.toMatch(/1a7f4e/);
  });
});

describe('a file of the look', () => {
  test('does not depend on the settings, so open pages keep their look', async () => {
    const former = [styleSheetPath('#7a3fa0'), signPath(seedOf('Former name'), '#7a3fa0')];
    for (const path of former) expect((await board.app.inject(path)).statusCode).toBe(200);
  });

  test.each([
    ['another digest', styleSheetPath(ACCENT).replace(/-.*\./, '-00000000.')],
    ['an unreadable accent', '/look/ffd700-00000000.css'],
    ['another digest of a sign', signPath('blocks', ACCENT).replace(/-\w{8}\./, '-00000000.')],
    ['no digest', '/look/1a7f4e.css'],
    ['another name', '/look/x'],
  ])('is missing with %s', async (_name, path) => {
    const { statusCode, headers } = await board.app.inject(path);
    expect(statusCode).toBe(404);
    expect(headers['cache-control']).toBe('no-cache');
  });
});

describe('the sign', () => {
  const blocks = (body: string) =>
    /class="wordmark[^"]*".*?<svg[^>]*>(?<paths>.*?)<\/svg>/s.exec(body)?.groups?.paths;

  test('of a board with the default name and color is the one of the software', async () => {
    const [home = '', docs, feed] = await readPages(['/', '/api/docs', '/jobs.json'], {});
    expect(home).toContain('<link rel="icon" href="/static/icon.svg" type="image/svg+xml"');
    expect(docs).toContain('<img src="/static/icon.svg" alt="" width="28" height="28"');
    expect(feed).toContain('/static/icon.svg"');
    expect(blocks(home)).toContain('text-sun');
  });

  test('of a board with another name is drawn from the name, in pages, icons and feeds', async () => {
    const path = signPath(seedOf('Nordlicht Jobs'), '');
    const paths = ['/', '/api/docs', '/jobs.json', '/jobs.atom', '/authorize'];
    const bodies = await readPages(paths, { name: 'Nordlicht Jobs' });
    expect(paths.filter((_, index) => !bodies[index]?.includes(path))).toEqual([]);
    const [home = ''] = bodies;
    await board.db.delete(board_settings);
    const [other = ''] = await readPages(['/'], { name: 'Polar Jobs' });
    expect(blocks(home)?.match(/<path/g)).toHaveLength(4);
    expect(blocks(home)).not.toBe(blocks(other));
  });

  test('has the accent', async () => {
    const { body, headers } = await board.app.inject(signPath('blocks', ACCENT));
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(body).toContain(`fill="${ACCENT}"`);
    expect(body).not.toContain('#2b3fd6');
  });

  test('is replaced by the logo, with another one in the dark scheme, whose size is fixed', async () => {
    const [home = '', docs] = await readPages(['/', '/api/docs'], {
      logo: picture('1'),
      logodark: picture('2'),
    });
    const mark = /class="wordmark[^"]*".*?<\/picture>/s.exec(home)?.[0];
    expect(mark).toContain(`srcSet="${picture('2')}" media="(prefers-color-scheme: dark)"`);
    expect(mark).toMatch(new RegExp(`src="${picture('1')}" alt="" width="28" height="28"`));
    expect(docs).toContain(`srcset="${picture('2')}" media="(prefers-color-scheme: dark)"`);
    expect(docs).toContain(`src="${picture('1')}" alt="" width="28" height="28"`);
  });

  test('is not the icon if there is one, for each scheme', async () => {
    const paths = ['/', '/authorize', '/jobs.json'];
    const bodies = await readPages(paths, { icon: picture('1'), icondark: picture('2') });
    const [home, signIn, feed] = bodies;
    for (const page of [home, signIn]) {
      expect(page).toMatch(
        new RegExp(`href="${picture('1')}"[^>]* media="\\(prefers-color-scheme: light\\)"`),
      );
      expect(page).toMatch(
        new RegExp(`href="${picture('2')}"[^>]* media="\\(prefers-color-scheme: dark\\)"`),
      );
    }
    expect(feed).toContain(`${picture('1')}"`);
    expect(bodies.join()).not.toContain('icon.svg');
  });
});

test('previews change with the accent, the name and the logo', async () => {
  const { id } = await createCompany(board.db);
  const tag = async (values: Partial<BoardSettings>) => {
    await board.db.delete(board_settings);
    await board.db.insert(board_settings).values({ values });
    const app = await buildTestApp(board, SETTINGS);
    const { headers, statusCode } = await app.inject(`/previews${pages.company(id)}.png`);
    await app.close();
    expect(statusCode).toBe(200);
    return headers.etag;
  };
  const tags = [
    await tag({}),
    await tag({ accent: ACCENT }),
    await tag({ name: 'Nordlicht Jobs' }),
    await tag({ logo: picture('1') }),
  ];
  expect(new Set(tags).size).toBe(tags.length);
  expect(await tag({})).toBe(tags[0]);
});
