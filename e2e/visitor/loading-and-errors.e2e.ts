import { DEMO_COMPANIES } from '../support/demo-board.ts';
import {
  expect,
  expectAccessible,
  stallRequests,
  test,
  trackRequests,
} from '../support/fixtures.ts';
import { visit } from '../support/sign-in.ts';

/** A page that is loading or has failed has no heading. */
const HEADLESS = { except: ['page-has-heading-one'] };

test('a slow response shows the spinner, but a fast one does not', async ({ page }) => {
  await visit(page, '/');
  const spinner = page.getByRole('status', { name: 'Loading' });
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('[role=status][aria-label=Loading]')) {
        document.documentElement.dataset.spun = 'yes';
      }
    }).observe(document.body, { subtree: true, childList: true });
  });
  const spun = () => page.evaluate(() => document.documentElement.dataset.spun);

  // Hovering prefetches the page and its code, so the click uses the prefetched responses.
  const waitForRequests = trackRequests(page);
  const ahead = ['jobs', 'companies'].map((name) => page.waitForResponse(`**/api/${name}?*`));
  await page.getByRole('link', { name: 'View All Jobs' }).hover();
  await Promise.all(ahead);
  await waitForRequests();
  await page.getByRole('link', { name: 'View All Jobs' }).click();
  await expect(page.getByRole('heading', { name: 'Browse Jobs' })).toBeVisible();
  expect(await spun()).toBeUndefined();

  const { release } = await stallRequests(page, '**/api/companies?*');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Companies' })
    .click();
  await expect(spinner).toBeVisible();
  await expectAccessible(page, HEADLESS);
  // A menu that is opened during loading stays open.
  await page.getByRole('button', { name: 'Menu' }).click();
  release();
  await expect(page).toHaveTitle(/^Companies/);
  await expect(spinner).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible();
  await expect(spinner).toBeHidden();
});

test('a failed response leaves an empty page with a button to try again', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('503');
  allowBrowserError('ApiError');
  await visit(page, '/about');
  await page.route('**/api/companies?*', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"detail":"x"}' }),
  );
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Companies' })
    .click();
  const tryAgain = page.getByRole('link', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expectAccessible(page, HEADLESS);
  const refused = page.waitForResponse('**/api/companies?*');
  await tryAgain.click();
  await refused;
  await expect(tryAgain).toHaveAttribute('aria-busy', 'false');
  await page.unroute('**/api/companies?*');
  await tryAgain.click();
  await expect(page.getByRole('article')).toHaveCount(DEMO_COMPANIES.length);
});

test('without a network, the page stays as it is, and a summary can be expanded once the network is back', async ({
  page,
  context,
  allowBrowserError,
}) => {
  allowBrowserError('ERR_INTERNET_DISCONNECTED');
  allowBrowserError('Failed to fetch');
  allowBrowserError('description=text');
  await visit(page, '/jobs');
  const more = page.getByRole('button', { name: 'More' }).first();
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed');
  await more.click();
  await failed;
  await expect(more).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('article')).toHaveCount(24);
  await context.setOffline(false);
  await more.click();
  await expect(page.getByRole('button', { name: 'Less' })).toBeVisible();
});

test('offline, a page says so, and loads by itself when the connection returns', async ({
  page,
  context,
  allowBrowserError,
}) => {
  allowBrowserError('ERR_INTERNET_DISCONNECTED');
  allowBrowserError('Failed to fetch');
  allowBrowserError('/api/');
  allowBrowserError('/assets/');
  allowBrowserError('error: Offline');
  // The logo of a company may be loading when the connection breaks.
  allowBrowserError('/uploads/');
  allowBrowserError('/demo-logos/');
  await visit(page, '/jobs');
  await context.setOffline(true);
  await page.getByLabel('Employment Type').selectOption('Contract');
  const note = page.getByText('You are offline. The page loads when the connection returns.');
  await expect(note).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(note).toHaveCount(0);
  await expect(page).toHaveURL('/jobs?type=Contract');

  // The code of a page that has not been opened yet cannot be loaded either.
  await context.setOffline(true);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Companies' })
    .click();
  await expect(note).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies');

  // A restricted page loads no data before its code, so only the code fails here.
  await context.setOffline(true);
  await page.evaluate(() => window.history.pushState(null, '', '/account'));
  await expect(note).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Connecting Composable/);
});

test('a font that arrives too late for the first page is used from the second page on', async ({
  page,
}) => {
  const widthOf = (family: string) =>
    page.evaluate((font) => {
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('This browser has no canvas.');
      context.font = `100px ${font}`;
      return context.measureText('Connecting Composable Jobs').width;
    }, family);
  const { release } = await stallRequests(page, '**/*.woff2');
  await page.goto('/about', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
  const fallback = await widthOf('system-ui, sans-serif');
  const ours = () => widthOf('"Schibsted Grotesk", system-ui, sans-serif');
  expect(await ours()).toBe(fallback);
  release();
  await page.waitForLoadState('networkidle');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  await expect.poll(ours).not.toBe(fallback);
});
