import { DEMO_COMPANIES } from '../support/demo-board.ts';
import { expect, expectAccessible, stallRequests, test } from '../support/fixtures.ts';
import { openDrawer, waitForHydration } from '../support/sign-in.ts';

test('by keyboard alone, a visitor opens a drawer with all links, and can close it in three ways', async ({
  page,
}) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const toggle = page.getByRole('button', { name: 'Menu' });
  while (!(await toggle.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole('link')).toHaveText(['Home', 'Jobs', 'Companies', 'Saved']);
  await expect(drawer.locator(':focus')).toHaveCount(1);
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(toggle).toBeFocused();

  await toggle.click();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
  await toggle.click();
  await expect(drawer).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(drawer).toBeHidden();
  await toggle.focus();
  await page.keyboard.press('Enter');
  const companies = drawer.getByRole('link', { name: 'Companies' });
  while (!(await companies.evaluate((link) => link === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/companies');
  await expect(drawer).toBeHidden();
});

test('a menu that is opened before hydration stays open', async ({ page }) => {
  const scripts = await stallRequests(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const drawer = await openDrawer(page);
  await expect(drawer).toBeVisible();
  scripts.release();
  await waitForHydration(page);
  await expect(drawer).toBeVisible();
});

test('the skip link jumps past the navigation bar', async ({ page }) => {
  await page.goto('/jobs');
  await waitForHydration(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/jobs');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Where do you live?' })).toBeFocused();
});

test('the footer names the board and links to its pages', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('© 2025 Composable Jobs')).toBeVisible();
  await expect(footer.getByText('All Rights Reserved.')).toBeVisible();
  for (const [link, path, title] of [
    ['About', '/about', 'About'],
    ['Privacy Policy', '/privacy', 'Privacy Policy'],
    ['Contact Us', '/contact-us', 'Contact Us'],
    ['For developers', '/developers', 'For developers'],
  ] as const) {
    await footer.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(`${title} · Composable Jobs`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
});

test('the list of companies links to a company, and the company to its jobs', async ({ page }) => {
  await page.goto('/companies');
  await expect(page.getByRole('article')).toHaveCount(DEMO_COMPANIES.length);
  const company = DEMO_COMPANIES.find(({ jobs }) => jobs.length > 6);
  const name = company?.name ?? '';
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(/\/companies\/[\da-f-]{36}$/);
  await expect(page).toHaveTitle(`${name} · Composable Jobs`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByRole('link', { name: 'Go Look' })).toHaveCount(company?.jobs.length ?? 0);
  await page.getByRole('link', { name: `Jobs from ${name}` }).click();
  await expect(page).toHaveURL(/\/jobs\?company=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Browse Jobs');
  await expect(page.getByText(`${company?.jobs.length} jobs`, { exact: true })).toBeVisible();
});

test('an unknown path shows the not-found page, whose link leads home', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('404');
  for (const path of ['/jobs/nope', '/JOBS', '/nope/caf%C3%A9/a+b%2Fc', '/nope']) {
    const response = await page.goto(path);
    expect([path, response?.status()]).toEqual([path, 404]);
    await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible();
    await expect(page.getByText('This page does not exist')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/');

  // The browser matches paths like the server.
  await page.evaluate(() => window.history.pushState(null, '', '/COMPANIES'));
  await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible();
});

test('a page that is scrolled while it loads keeps its scroll position, and going back restores the position', async ({
  page,
}) => {
  const scripts = await stallRequests(page, /\/assets\/.*\.js$/);
  await page.goto('/jobs', { waitUntil: 'commit' });
  // Wait until the whole HTML has arrived. The scripts are added after the first paint, so the page may have loaded
  // before them.
  await page.waitForFunction(() => document.readyState !== 'loading');
  const link = page.getByRole('article').nth(12).getByRole('link', { name: 'Go Look' });
  await link.scrollIntoViewIfNeeded();
  const position = () => page.evaluate(() => window.scrollY);
  const start = await position();
  expect(start).toBeGreaterThan(0);
  scripts.release();
  await waitForHydration(page);
  // Wait for what the router does after the hydration, because that could move the page.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  expect(await position()).toBe(start);
  await link.click();
  await expect(page).toHaveURL(/\/jobs\/[\da-f-]{36}$/);
  await expect.poll(position).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/jobs');
  await expect.poll(position).toBe(start);
});
