import { expect, expectNoOverflow, measureLayoutShift, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { untilIdle, visit } from '../support/sign-in.ts';

test('chips show how a search is interpreted, and each interpretation can be undone', async ({
  page,
}) => {
  const layoutShift = await measureLayoutShift(page);
  await untilIdle(page, () => page.goto('/jobs?q=remote+engineer+in+berlin+over+%2440k'));
  const chips = page.getByRole('list', { name: 'Understood as' }).getByRole('link');
  await expect(chips).toHaveText([
    'Remove Remote',
    'Remove In Berlin',
    'Remove From $40,000',
    'Search for these words in the job texts',
  ]);
  expect(await layoutShift(), 'layout shift').toBe(0);
  await expectAccessibleScreens(page);
  await chips.filter({ hasText: 'In Berlin' }).click();
  await expect(page).toHaveURL('/jobs?q=remote+engineer+over+%2440k');
  await expect(chips).toHaveCount(3);

  // With JavaScript, the next searches load no new page. Going back shows the chips again.
  await page.getByRole('navigation').getByRole('link', { name: 'Jobs', exact: true }).click();
  await expect(page).toHaveURL('/jobs');
  await expect(chips).toHaveCount(0);
  await page.goBack();
  await expect(chips).toHaveCount(3);
  await page.getByLabel('Search jobs').fill('remote engineer in berlin');
  await expect(chips).toHaveText([
    'Remove Remote',
    'Remove In Berlin',
    'Search for these words in the job texts',
  ]);
  await chips.filter({ hasText: 'in the job texts' }).click();
  await expect(page).toHaveURL('/jobs?q=%22remote%22+engineer+%22in+berlin%22');
  await expect(chips).toHaveCount(0);
  await expect(page.getByRole('search')).toBeFocused();
});

test('a search for a company links to its page and its open jobs', async ({ page }) => {
  await visit(page, '/jobs');
  await page.getByLabel('Search jobs').fill('northlatch');
  // Without suggestions, Escape would clear the field.
  await expect(page.getByRole('option', { name: 'Northlatch 2' })).toBeVisible();
  await page.getByLabel('Search jobs').press('Escape');
  await page.getByRole('link', { name: '2 open jobs' }).click();
  await expect(page).toHaveURL(/\/jobs\?company=[-\w]+$/);
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole('link', { name: '2 open jobs' })).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Northlatch', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northlatch');
});

test('a misspelled search is corrected, and can be repeated as typed', async ({ page }) => {
  await page.goto('/jobs?q=designr+in+lisbon');
  const correction = page.getByText('Showing results for designer in lisbon.');
  await expect(correction).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Remove In Lisbon' }).click();
  await expect(page).toHaveURL('/jobs?q=designer');
  await page.goto('/jobs?q=kuberntes');
  await page.getByRole('link', { name: 'kuberntes', exact: true }).click();
  await expect(page).toHaveURL('/jobs?q=%22kuberntes%22');
  await expect(page.getByText('No matching jobs')).toBeVisible();
});

test('a search without results offers conditions to remove', async ({ page }) => {
  await page.goto('/jobs?q=engineer&location=Coimbra&remote=no');
  const conditions = page.getByRole('list', { name: 'Remove a condition' });
  const nearby = page.getByRole('list', { name: 'Nearby' });
  await expect(page.getByRole('heading', { name: 'No matching jobs' })).toBeVisible();
  await expect(nearby.getByRole('link')).toHaveText(['Lisbon, Portugal']);
  await expectAccessibleScreens(page);
  await expectNoOverflow(page);
  await expect(conditions.getByRole('link')).toHaveText([
    'Remove In Coimbra',
    'Remove No remote jobs from elsewhere',
  ]);
  const jobs = await conditions
    .getByText(/^\d+ jobs$/)
    .first()
    .textContent();
  await conditions.getByRole('link', { name: 'Remove In Coimbra' }).click();
  await expect(page).toHaveURL('/jobs?q=engineer&remote=no');
  await expect(page.getByRole('status')).toHaveText(jobs ?? '');

  await page.getByLabel('Location', { exact: true }).fill('Coimbra');
  await expect(page).toHaveURL('/jobs?q=engineer&location=Coimbra&remote=no');
  await nearby.getByRole('link', { name: 'Lisbon, Portugal' }).click();
  await expect(page).toHaveURL('/jobs?q=engineer&location=Lisbon%2C+Portugal&remote=no');
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await expect(conditions).toHaveCount(0);

  await page.goto('/jobs?q=engineer+zyzzyva&type=Contract');
  await conditions.getByRole('link', { name: 'Remove “zyzzyva”' }).click();
  await expect(page).toHaveURL('/jobs?q=engineer&type=Contract');
});
