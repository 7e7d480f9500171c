import { openFilters } from '../support/filters.ts';
import { expect, stallRequests, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { visit } from '../support/sign-in.ts';

test('a search is refined, shown in chips, sorted and cleared', async ({ page }) => {
  await visit(page, '/jobs?q=engineer');
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(page.getByRole('link', { name: 'Best match' })).toHaveAttribute(
    'aria-current',
    /true|page/,
  );
  const location = page.getByLabel('Location', { exact: true });
  await location.pressSequentially('berl');
  await expect(page).toHaveURL('/jobs?q=engineer&location=berl');
  await expect(page.getByRole('option').first()).toHaveText(/^Berlin, Germany \d+$/);
  // Remote jobs that are open to Germany follow.
  await expect(page.getByRole('article').first()).toContainText('Berlin');
  await expect(page.getByRole('article')).not.toHaveCount(0);

  await openFilters(page);
  const minimum = page.getByLabel('Pay at least, per year');
  await minimum.fill('€80.000');
  await expect(page).toHaveURL('/jobs?q=engineer&location=berl&minsalary=%E2%82%AC80.000');
  await minimum.fill('$40k');
  await expect(page).toHaveURL('/jobs?q=engineer&location=berl&minsalary=%2440k');
  await page.getByRole('radio', { name: /^Last 30 days/ }).click();
  await expect(page).toHaveURL(/&minsalary=%2440k&posted=30$/);
  await location.fill('');
  await expect(chips.getByRole('link')).toHaveText([
    'Remove From $40,000',
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
  await visit(page, '/jobs?q=engineer');
  await openFilters(page);
  for (const group of ['Level', 'Workplace', 'Skills']) {
    const choices = page.getByRole('group', { name: group, exact: true }).locator('label');
    const found = choices.filter({ hasText: /[1-9]\d*$/ }).first();
    const [, label, jobs] = /^(.+?)(\d+)$/.exec((await found.textContent()) ?? '') ?? [];
    await found.click();
    await expect(page.getByRole('status')).toHaveText(jobs === '1' ? '1 job' : `${jobs} jobs`);
    await page.getByRole('link', { name: `Remove ${label}` }).click();
    await expect(page).toHaveURL('/jobs?q=engineer');
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
