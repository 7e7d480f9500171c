import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { DEMO_COMPANIES, demoJobs } from '../support/demo-board.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ javaScriptEnabled: false });

/** With JavaScript off, the browser reports each script as a failed request. */
const SCRIPTS = '/assets/';

test('the board works without JavaScript: pages, filters and search', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError(SCRIPTS);
  await page.goto('/');
  await expect(page.getByRole('article')).toHaveCount(6);
  await page.getByRole('link', { name: 'Browse Jobs' }).click();
  await expect(page.getByRole('button', { name: 'More' })).toHaveCount(0);

  await page.getByLabel('Employment Type').selectOption('Contract');
  await page.getByRole('button', { name: 'Show jobs' }).click();
  await expect(page).toHaveURL('/jobs?type=Contract');
  await expect(page.getByLabel('Employment Type')).toHaveValue('Contract');
  await expect(page.getByRole('article')).toHaveCount(demoJobs({ type: 'Contract' }).length);

  await page.getByLabel('Search jobs').fill('kubernetes');
  await page.getByLabel('Employment Type').selectOption('All Types');
  await page.getByRole('button', { name: 'Show jobs' }).click();
  await expect(page).toHaveURL('/jobs?q=kubernetes');
  await expect(page.locator('mark').first()).toHaveText('Kubernetes');
  await page.goto('/jobs');

  await page.getByRole('link', { name: 'Go Look' }).first().click();
  await expect(page.getByRole('heading', { name: 'Job Description' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Job Listings' }).click();
  await page.getByRole('link', { name: 'More jobs' }).click();
  await expect(page).toHaveURL(/\?cursor=/);
  await expect(page.getByRole('article')).toHaveCount(JOBS_PER_PAGE.default);
  await expect(page.getByRole('status')).toHaveText(
    new RegExp(`^${JOBS_PER_PAGE.default + 1}–${2 * JOBS_PER_PAGE.default} of `),
  );
  await expect(page.getByRole('status')).toBeInViewport();
  await page.getByRole('link', { name: 'Earlier jobs' }).click();
  await expect(page.getByRole('status')).toHaveText(/^\d+ jobs$/);
});

test('without JavaScript, a search shows how it is interpreted and which similar searches find jobs', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError(SCRIPTS);
  await page.goto('/jobs');
  await page.getByLabel('Search jobs').fill('remote engineer');
  await page.getByRole('button', { name: 'Show jobs' }).click();
  await page.getByRole('link', { name: 'Remove Remote' }).click();
  await expect(page).toHaveURL('/jobs?q=engineer');

  await page.goto('/jobs?q=engineer&location=Coimbra&remote=no');
  await expect(page.getByRole('heading', { name: 'No matching jobs' })).toBeVisible();
  await page.getByRole('list', { name: 'Nearby' }).getByRole('link').first().click();
  await expect(page).toHaveURL('/jobs?q=engineer&location=Lisbon%2C+Portugal&remote=no');
  await expect(page.getByRole('article')).not.toHaveCount(0);
});

test('the menu opens without JavaScript', async ({ page, allowBrowserError }) => {
  allowBrowserError(SCRIPTS);
  await page.goto('/jobs');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Companies' }).click();
  await expect(page).toHaveURL('/companies');
  await expect(page.getByRole('article')).toHaveCount(DEMO_COMPANIES.length);
});

test('without JavaScript, a visitor searches and sorts companies', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError(SCRIPTS);
  const names = page.getByRole('article').getByRole('heading');
  await page.goto('/companies');
  await page.getByRole('link', { name: 'Most jobs' }).click();
  await expect(page).toHaveURL('/companies?sort=jobs');
  const first = (await names.first().textContent()) ?? '';
  await page.getByLabel('Search companies').fill(first);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/companies\?q=.+&sort=jobs$/);
  await expect(names).toHaveText([first]);
});
