import { expect, test } from '../fixtures.ts';

test('a visitor opens the board, narrows the jobs down, reads one, and goes to apply', async ({
  page,
}) => {
  await page.goto('/');
  await expect(
    page.getByRole('heading', { name: 'Connecting Composable Jobs and Professionals' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go Look' })).toHaveCount(6);

  await page.getByRole('link', { name: 'Browse Jobs' }).click();
  await expect(page).toHaveURL('/jobs');
  await expect(page).toHaveTitle('Jobs · Composable Jobs');

  await page.getByLabel('Employment Type').selectOption('Contract');
  await expect(page).toHaveURL('/jobs?type=Contract');
  await expect(page.getByRole('article')).toHaveCount(9);
  await page.getByLabel('Salary Range').selectOption('under $50K');
  await expect(page).toHaveURL('/jobs?salary=Under+%2450K&type=Contract');
  await page.getByLabel('Employment Type').selectOption('All Types');
  await expect(page).toHaveURL('/jobs?salary=Under+%2450K');
});
