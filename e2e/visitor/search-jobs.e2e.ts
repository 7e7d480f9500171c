import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { expect, stallRequests, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';

test('a search is refined, shown in chips, sorted and cleared', async ({ page }) => {
  await page.goto('/jobs?q=engineer');
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(page.getByRole('link', { name: 'Best match' })).toHaveAttribute(
    'aria-current',
    /true|page/,
  );
  const location = page.getByLabel('Location', { exact: true });
  await location.pressSequentially('berl');
  await expect(page).toHaveURL('/jobs?q=engineer&location=berl');
  await expect(page.locator('datalist option').first()).toHaveAttribute('value', /Berlin/);
  // Remote jobs that are open to Germany follow.
  await expect(page.getByRole('article').first()).toContainText('Berlin');
  await expect(page.getByRole('article')).not.toHaveCount(0);

  await page.getByText('More filters').click();
  const minimum = page.getByLabel('Minimum pay per year, such as $100K or €70K');
  await minimum.fill('€80.000');
  await expect(page).toHaveURL('/jobs?q=engineer&location=berl&minsalary=%E2%82%AC80.000');
  await minimum.fill('$40k');
  await expect(page).toHaveURL('/jobs?q=engineer&location=berl&minsalary=%2440k');
  // Use a click, because the checkbox is checked only once the URL has changed, and `check` does not wait for that.
  await page.getByLabel('Include jobs with unknown pay').click();
  await expect(page.getByLabel('Include jobs with unknown pay')).toBeChecked();
  await page.getByLabel('Posted').selectOption('30');
  await expect(page).toHaveURL(/&nosalary=true&posted=30$/);
  await page.getByRole('link', { name: 'Remove In berl' }).click();
  await expect(location).toHaveValue('');
  await expect(chips.getByRole('link')).toHaveText([
    'Remove “engineer”',
    'Remove From $40,000',
    'Remove Or unknown pay',
    'Remove Last 30 days',
    'Clear all',
  ]);
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Highest salary' }).click();
  await expect(page).toHaveURL(/&sort=salary$/);
  await chips.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/jobs');
  await expect(page.getByLabel('Search jobs')).toHaveValue('');
});

test('each option of a filter shows its number of jobs', async ({ page }) => {
  await page.goto('/jobs?q=engineer');
  const types = page.getByLabel('Employment Type').locator('option');
  const options = await types.allTextContents();
  for (const [index, option] of options.entries()) {
    const [, type, jobs] = /^(.+) (\d+)$/.exec(option) ?? [];
    if (!type) continue;
    await page.getByLabel('Employment Type').selectOption({ index });
    await expect(page.getByRole('status')).toHaveText(jobs === '1' ? '1 job' : `${jobs} jobs`);
    await expect(page.getByRole('article')).toHaveCount(
      Math.min(Number(jobs), JOBS_PER_PAGE.default),
    );
  }
});

test('the response for the last input wins, and a filter chosen while typing is not lost', async ({
  page,
}) => {
  await page.goto('/jobs');
  const { release } = await stallRequests(page, '**/api/jobs?*');
  await page.getByLabel('Search jobs').fill('engineer');
  await expect(page).toHaveURL('/jobs?q=engineer');
  await page.getByLabel('Search jobs').fill('kubernetes');
  await page.getByLabel('Employment Type').selectOption('Remote');
  await expect(page).toHaveURL('/jobs?q=kubernetes&type=Remote');
  release();
  await expect(page.getByLabel('Search jobs')).toHaveValue('kubernetes');
  await expect(page.getByLabel('Employment Type')).toHaveValue('Remote');
});
