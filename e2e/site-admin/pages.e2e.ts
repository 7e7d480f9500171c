import type { Page } from '@playwright/test';
import { expect, expectNoOverflow } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { enterAt, tabTo, typeInto } from '../support/keyboard.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast, visit } from '../support/sign-in.ts';

const problem = (page: Page) => page.getByRole('alert').getByRole('link');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a site admin adds a page to the menu by keyboard, edits it, restores an earlier version, deletes it and undoes this; visitors see each change at once', async ({
  page,
  board,
  openBrowser,
  allowBrowserError,
}) => {
  allowBrowserError('400');
  const visitor = await openBrowser();
  await board.openAs(page, 'siteadmin', '/admin/pages');
  await expect(page.getByRole('link', { name: 'Privacy Policy' }).first()).toBeVisible();
  await expectAccessibleScreens(page);
  await enterAt(page, page.getByRole('link', { name: 'Add a page' }));

  // An address of the board and a script are refused, and the input stays.
  await typeInto(page, page.getByLabel('Title'), 'Ethics');
  await typeInto(page, page.getByLabel('Address'), 'jobs');
  await tabTo(page, page.getByLabel('Where it is linked'));
  await page.keyboard.type('In the menu');
  await typeInto(page, page.getByLabel('Text', { exact: true }), '<script>alert(1)</script>');
  await enterAt(page, page.getByRole('button', { name: 'Add page' }));
  await expect(problem(page)).toHaveText(
    'Address must not be jobs, which is an address that the board uses itself; choose another.',
  );
  await typeInto(page, page.getByLabel('Address'), 'ethics');
  await page.keyboard.press('Enter');
  await expect(problem(page)).toHaveText(
    'Text must be Markdown without HTML; remove <script> in line 1, or put it between backticks to show it.',
  );
  await expectAccessibleScreens(page);
  await typeInto(page, page.getByLabel('Text', { exact: true }), 'We **pay** what we state.');
  await enterAt(page, page.getByRole('button', { name: 'Preview' }));
  await expect(page.locator('strong', { hasText: 'pay' })).toBeVisible();
  await enterAt(page, page.getByRole('button', { name: 'Add page' }));
  await expect(toast(page, 'Page Added')).toBeVisible();
  await expect(heading(page)).toHaveText('Ethics');

  // A visitor reaches it from another page without a reload.
  await visit(visitor, `${board.url}/companies`);
  const bar = visitor.getByRole('navigation', { name: 'Main' });
  await visitor.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await bar.getByRole('link', { name: 'Ethics' }).click();
  await expect(heading(visitor)).toHaveText('Ethics');
  await expect(visitor).toHaveTitle('Ethics · Composable Jobs');
  expect(await visitor.evaluate(() => 'isSameDocument' in window)).toBe(true);
  await expectAccessibleScreens(visitor);

  await typeInto(page, page.getByLabel('Text', { exact: true }), 'We answer **everyone**.');
  await enterAt(page, page.getByRole('button', { name: 'Save page' }));
  await expect(toast(page, 'Page Saved')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('We answer everyone.')).toBeVisible();

  await enterAt(page, page.locator('summary').filter({ has: page.locator('time') }));
  await expectAccessibleScreens(page);
  await enterAt(page, page.getByRole('button', { name: /^Restore this version/ }));
  await expect(toast(page, 'Page Restored')).toBeVisible();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('We **pay** what we state.');
  await visitor.reload();
  await expect(visitor.getByText('We pay what we state.')).toBeVisible();

  await enterAt(page, page.getByRole('button', { name: 'Delete page' }));
  await enterAt(page, page.getByRole('dialog').getByRole('button', { name: 'Delete page' }));
  await expect(page.getByText('Deleted “Ethics”.')).toBeVisible();
  await expect(page.getByRole('link', { name: '/ethics' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(heading(page)).toHaveText('Ethics');
  await visitor.reload();
  await expect(visitor.getByText('We pay what we state.')).toBeVisible();
  await board.call('DELETE', '/api/admin/pages/ethics');
  await visitor.context().close();
});

test('a site admin begins the privacy policy with the draft, which the page then has', async ({
  page,
  board,
}) => {
  await board.openAs(page, 'siteadmin', '/admin/pages?page=privacy');
  await page.getByRole('button', { name: 'Begin with the draft' }).click();
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/# Your rights/);
  await page.getByRole('button', { name: 'Save page' }).click();
  await expect(toast(page, 'Page Saved')).toBeVisible();
  await visit(page, '/privacy');
  await expect(page.getByText('runs the site and is responsible')).toBeVisible();
  await board.call('DELETE', '/api/admin/pages/privacy');
});

test('of two site admins who change a page at once, the second one chooses', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('412');
  await board.openAs(page, 'siteadmin', '/admin/pages?page=imprint');
  await page.getByLabel('Text', { exact: true }).fill('Second');
  const first = { title: 'Imprint', text: 'First', place: 'footer', position: 3 };
  await board.call('PUT', '/api/admin/pages/imprint', first);
  await page.getByRole('button', { name: 'Save page' }).click();
  const conflict = page.getByRole('region', { name: /^Someone else changed this/ });
  await expect(conflict).toContainText('First');
  await conflict.getByRole('button', { name: 'Keep my version' }).click();
  await expect(toast(page, 'Page Saved')).toBeVisible();
  const stored = await (await board.call('GET', '/api/admin/pages/imprint')).json();
  expect(stored.text).toBe('Second');
  await board.call('DELETE', '/api/admin/pages/imprint');
});

test('with three pages in the menu, a phone has them in the drawer, and nothing overflows', async ({
  board,
  openBrowser,
}) => {
  const titles = ['Ethics', 'How we choose the jobs that we list here', 'Newsletter'];
  const slugs = ['ethics-of-menu', 'choice-of-menu', 'newsletter-of-menu'];
  for (const [index, title] of titles.entries()) {
    const page = { slug: slugs[index], title, text: 'Text', place: 'menu', position: 10 };
    await board.call('POST', '/api/admin/pages', page);
  }
  const visitor = await openBrowser();
  for (const width of [1280, 1024, 360]) {
    await visitor.setViewportSize({ width, height: 800 });
    await visit(visitor, `${board.url}/jobs`);
    await expectNoOverflow(visitor);
  }
  await visitor.getByRole('button', { name: 'Menu' }).click();
  const drawer = visitor.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('link', { name: 'How we choose' })).toBeVisible();
  await expectAccessibleScreens(visitor);
  await drawer.getByRole('link', { name: 'Newsletter' }).click();
  await expect(heading(visitor)).toHaveText('Newsletter');
  await expect(drawer).toBeHidden();
  for (const slug of slugs) await board.call('DELETE', `/api/admin/pages/${slug}`);
  await visitor.context().close();
});
