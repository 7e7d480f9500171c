import type { Page } from '@playwright/test';
import { openFilters } from '../support/filters.ts';
import { expect, stallRequests } from '../support/fixtures.ts';
import { type IsolatedBoard, test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';

const WORD = 'lantern';

const euros = (minimum: number, maximum: number) => ({
  salary: '',
  pay: { minimum, maximum, currency: 'EUR', unit: 'year' },
});

/** Posts jobs that only the stories in this file find. */
async function postJobs(board: IsolatedBoard, jobs: Record<string, object>): Promise<void> {
  for (const [title, values] of Object.entries(jobs)) {
    await board.postJob({ title: `${title} ${WORD}`, ...values });
  }
}

const titles = (page: Page) => page.getByRole('article').getByRole('heading');

test.describe('remote jobs', () => {
  // Run the stories one after the other. In parallel, each story would post the jobs, and a worker that runs two of
  // them would post the jobs twice.
  test.describe.configure({ mode: 'default' });
  test.beforeAll(({ board }) =>
    postJobs(board, {
      German: { type: 'Remote', location: 'Remote (Germany)', ...euros(65_000, 75_000) },
      European: { type: 'Remote', location: 'Remote (EMEA)', ...euros(80_000, 90_000) },
      Poor: { type: 'Remote', location: 'Remote (Germany)', ...euros(40_000, 69_000) },
      American: { type: 'Remote', location: 'Remote (US)', salary: 'Over $300K' },
      Local: { location: 'Berlin', ...euros(90_000, 95_000) },
    }),
  );

  test('by keyboard alone, a visitor finds remote jobs open to Germany that pay at least €70K', async ({
    page,
  }) => {
    await page.goto(`/jobs?q=${WORD}`);
    await expect(titles(page)).toHaveCount(5);
    await page.locator('summary').filter({ hasText: 'Filters' }).press('Enter');
    await page.getByRole('radio', { name: 'Hybrid' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/workplace=remote/);
    await page.getByLabel('Remote jobs open to').focus();
    await page.keyboard.type('Deutschland');
    await expect(page).toHaveURL(/eligible=Deutschland/);
    await page.getByLabel('Pay at least, per year').focus();
    await page.keyboard.type('€70k');
    await expect(page).toHaveURL(/minsalary=%E2%82%AC70k/);
    await expect(titles(page)).toHaveCount(2);
    await page.getByRole('link', { name: 'Highest salary' }).press('Enter');
    await expect(titles(page)).toHaveText([`European ${WORD}`, `German ${WORD}`]);
    await expect(page.getByRole('article').first()).toContainText('€80K–€90K / Year');
    await expect(
      page.getByText(/^Pay in different currencies is compared at the rates of/),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Remove From €70,000' })).toBeVisible();
    await expectAccessibleScreens(page);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('a visitor finds remote jobs by country and pay in a plain HTML form', async ({
      page,
      allowBrowserError,
    }) => {
      allowBrowserError('/assets/');
      await page.goto(`/jobs?q=${WORD}`);
      await page.locator('summary').filter({ hasText: 'Filters' }).click();
      await page.getByLabel('Remote jobs open to').fill('Germany');
      await page.getByLabel('Pay at least, per year').fill('€70k');
      await page.getByRole('button', { name: 'Show jobs' }).click();
      await expect(titles(page)).toHaveCount(2);
    });
  });
});

test('filters that were opened before hydration appear once their code has loaded', async ({
  page,
}) => {
  const { release } = await stallRequests(page, '**/assets/*.js');
  await page.goto('/jobs', { waitUntil: 'commit' });
  await page.locator('summary').filter({ hasText: 'Filters' }).click();
  release();
  const countries = page.getByLabel('Remote jobs open to');
  await countries.pressSequentially('Deutschland');
  await expect(page).toHaveURL(/eligible=Deutschland/);
  await expect(countries).toHaveValue('Deutschland');
});

test('a visitor finds jobs within 50 km of Köln', async ({ page, board }) => {
  const word = 'anchor';
  for (const location of ['Köln', 'Bonn, Germany', 'Leverkusen', 'Dortmund', 'Berlin']) {
    await board.postJob({ title: `${location} ${word}`, location });
  }
  await page.goto(`/jobs?q=${word}`);
  await page.getByLabel('Location', { exact: true }).fill('Köln');
  await expect(titles(page)).toHaveText([`Köln ${word}`]);
  await openFilters(page);
  await page.getByLabel('Distance from the location').selectOption('Within 50 km');
  await expect(titles(page)).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Remove 50 km' })).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByLabel('Distance from the location').selectOption('Within 100 km');
  await expect(titles(page)).toHaveCount(4);
});
