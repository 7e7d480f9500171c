import type { Page } from '@playwright/test';
import { twoColors } from '#tests/support/pictures.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { type IsolatedServer, startIsolatedServer } from '../support/isolated-server.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, toast, visit, visitAs } from '../support/sign-in.ts';

/** A board on which nobody has done anything yet. */
const test = base.extend<{ server: IsolatedServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  server: async ({}, use) => {
    const server = await startIsolatedServer({ DEMO_DATA: 'false' }, 'empty');
    await use(server);
    await server.stop();
  },
  baseURL: ({ server }, use) => use(server.url),
});

/** Our name, texts and accent, which no visitor of a board with others may meet. */
const OURS = /Composable|\bVue\b|© 2025\b|#2b3fd6|#8f9bff/;

/** Fetches every page, feed and picture of the board that can be reached by links, and returns their texts. */
async function crawl(server: IsolatedServer, from: string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const queue = [...from];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (texts.has(path)) continue;
    const response = await fetch(`${server.url}${path}`, { redirect: 'manual' });
    const type = response.headers.get('content-type') ?? '';
    const text = /^(text|application)\/|svg/.test(type) ? await response.text() : '';
    texts.set(path, text);
    if (!type.startsWith('text/html')) continue;
    for (const [, link = ''] of text.matchAll(/ (?:href|src|content)="((?:https?:\/)?\/[^"]+)"/g)) {
      const url = new URL(link.replaceAll('&amp;', '&'), `${server.url}${path}`);
      // Scripts and style sheets contain the defaults, which pages replace. Searches have no end.
      const isText =
        url.origin === server.url && !/^\/(assets|api\/auth)\/|\.css$/.test(url.pathname);
      if (isText && url.search.length < 30) queue.push(url.pathname + url.search);
    }
  }
  return texts;
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('a site admin makes a fresh board their own, in the browser alone', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000);
  const read = async (path: string) => (await fetch(`${server.url}${path}`)).text();
  expect(await read('/')).toMatch(OURS);
  await visitAs(page, demoPerson('siteadmin'), '/admin');
  await expect(page.getByRole('heading', { name: 'Begin with four questions' })).toBeVisible();
  await expectAccessibleScreens(page);
  await field(page, 'Name of the board').fill('Nordlicht Jobs');
  await field(page, 'Accent color').fill('#1a7f4e');
  await field(page, 'Who may post jobs').selectOption('Everyone; jobs appear at once');
  await field(page, 'Contact address').fill('crew@nordlicht.example');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('heading', { name: 'Before you open the board' })).toBeVisible();
  await expect(page.getByText('To do: An imprint')).toBeVisible();
  await expectAccessibleScreens(page);

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(field(page, 'Name of the board')).toHaveValue('Nordlicht Jobs');
  await field(page, 'Logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await twoColors(240, 80).png().toBuffer(),
  });
  await expect(page.getByRole('button', { name: 'Remove: Logo' })).toBeVisible();
  const texts = {
    Tagline: 'Jobs at the coast',
    'Heading of the home page': 'Jobs in the north',
    'Line below the heading': 'From Kiel to Tromsø',
    'Description for search engines': 'Jobs at sea and at the coast',
    'Heading of the first card': 'For sailors',
    'Text of the first card': 'See all ships',
    'Heading of the second card': 'For shipyards',
    'Text of the second card': 'Find a crew for your ship',
    'Legal name': 'Nordlicht Verlag GmbH',
    'Years of the copyright': '2026',
    'Days a job is open': '30',
  };
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
  await page.getByLabel('Contract').uncheck();
  await field(page, 'Proposed currency').selectOption('EUR');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(toast(page, 'Settings Saved')).toBeVisible();

  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByRole('link', { name: 'write it' }).click();
  await page.getByRole('button', { name: 'Begin with the draft' }).click();
  await page.getByRole('button', { name: 'Save page' }).click();
  await expect(toast(page, 'Page Saved')).toBeVisible();
  await page.getByRole('link', { name: 'Pages', exact: true }).click();
  await page.getByRole('link', { name: 'Add a page' }).click();
  await field(page, 'Title').fill('Ethics');
  await field(page, 'Address').fill('ethics');
  await field(page, 'Where it is linked').selectOption('In the menu');
  await field(page, 'Text').fill('We **pay** what we state.');
  await page.getByRole('button', { name: 'Add page' }).click();
  await expect(toast(page, 'Page Added')).toBeVisible();

  await page.getByRole('link', { name: 'Categories', exact: true }).click();
  await page.getByRole('link', { name: 'Add category' }).click();
  await field(page, 'Name').fill('Boatbuilding');
  await page.getByLabel('Words in titles').fill('boatbuilder');
  await page.getByRole('button', { name: 'Save category' }).click();
  await expect(toast(page, 'Category Saved')).toBeVisible();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page.getByText('Done: An imprint')).toBeVisible();

  // An email to a visitor, and the pages to which it leads.
  const subscribed = await fetch(`${server.url}/api/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      search: '',
      email: 'ada@loom.example',
      frequency: 'daily',
      timezone: 'UTC',
    }),
  });
  expect(subscribed.status).toBe(204);
  const found = await crawl(server, [
    '/',
    '/nowhere',
    '/admin',
    '/dashboard',
    '/account',
    '/api/docs',
    '/api/openapi.json',
    '/robots.txt',
    '/embed/jobs',
    '/sitemap.xml',
    '/dev/mail',
    '/categories/boatbuilding',
  ]);
  const reached = [
    '/jobs',
    '/companies',
    '/ethics',
    '/imprint',
    '/developers',
    '/alerts/new',
    '/jobs.atom',
  ];
  expect([...found.keys()]).toEqual(expect.arrayContaining(reached));
  expect([...found.keys()].some((path) => /^\/dev\/mail\/./.test(path))).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, '/');
  await expect(page.getByRole('link', { name: 'View All Jobs' })).toHaveCSS(
    'background-color',
    'rgb(26, 127, 78)',
  );
  const ours = [...found].map(([path, text]) => [path, OURS.exec(text)?.[0]]);
  expect(ours.filter(([, text]) => text)).toEqual([]);
});
