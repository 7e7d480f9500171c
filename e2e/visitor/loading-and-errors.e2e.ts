import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { DEMO_COMPANIES } from '../support/demo-board.ts';
import {
  expect,
  expectAccessible,
  seenText,
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

test('a failed response leaves an empty page with nothing but a button to try again', async ({
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
  await expect(tryAgain).toHaveAccessibleDescription('This page could not be loaded.');
  expect(await seenText(page.getByRole('main'))).toBe('Try again');
  await expectAccessible(page, HEADLESS);
  const refused = page.waitForResponse('**/api/companies?*');
  await tryAgain.click();
  await refused;
  await expect(tryAgain).toHaveAttribute('aria-busy', 'false');
  await page.unroute('**/api/companies?*');

  // An exception, such as that of an unexpected response, has a message.
  allowBrowserError('undefined');
  await page.route('**/api/companies?*', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{}' }),
  );
  await tryAgain.click();
  await expect
    .poll(() => seenText(page.getByRole('main')))
    .toBe('This page could not be loaded. Try again');
  await page.unroute('**/api/companies?*');
  await tryAgain.click();
  await expect(page.getByRole('article')).toHaveCount(DEMO_COMPANIES.length);
});

test('on the home page, a list that cannot be loaded leaves the rest of the page in place', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('503');
  allowBrowserError('ApiError');
  await visit(page, '/about');
  await page.route('**/api/jobs?*', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"detail":"x"}' }),
  );
  await page.getByRole('banner').getByRole('link').first().click();
  const newest = page.getByRole('region', { name: 'Newest jobs' });
  const tryAgain = newest.getByRole('link', { name: 'Try again' });
  await expect(tryAgain).toHaveAccessibleDescription('The newest jobs could not be loaded.');
  expect(await seenText(newest)).toBe('Newest jobs Where do you live? Try again View All Jobs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'For Developers' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/jobs?*');
  await tryAgain.click();
  await expect(newest.getByRole('article')).toHaveCount(6);
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
  const card = page
    .getByRole('article')
    .filter({ has: page.locator('[aria-expanded]') })
    .first();
  const before = await seenText(card);
  await context.setOffline(true);
  await card.getByRole('button', { name: 'More' }).click();
  const tryAgain = card.getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toHaveAccessibleDescription('The description could not be loaded.');
  expect(await seenText(card)).toBe(before.replace(/More$/, 'Try again'));
  await expect(page.getByRole('article')).toHaveCount(JOBS_PER_PAGE.default);
  await context.setOffline(false);
  await tryAgain.click();
  await expect(page.getByRole('button', { name: 'Less' })).toBeVisible();
});

test('a page that could not be loaded offline loads by itself when the connection returns', async ({
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
  const tryAgain = page.getByRole('link', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(tryAgain).toHaveCount(0);
  await expect(page).toHaveURL('/jobs?type=Contract');

  // The code of a page that has not been opened yet cannot be loaded either.
  await context.setOffline(true);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Companies' })
    .click();
  await expect(tryAgain).toBeVisible();
  expect(await seenText(page.getByRole('main'))).toBe('Try again');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies');

  // A restricted page loads no data before its code, so only the code fails here.
  await context.setOffline(true);
  await page.evaluate(() => window.history.pushState(null, '', '/account'));
  await expect(tryAgain).toBeVisible();
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
