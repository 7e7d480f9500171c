import { expect, hold, test } from '../fixtures.ts';

test('filters stand in the address, and back and forward undo and redo them', async ({ page }) => {
  await page.goto('/jobs');
  const [salary, type, company] = [
    page.getByLabel('Salary Range'),
    page.getByLabel('Employment Type'),
    page.getByLabel('Company Name'),
  ];
  await expect(salary.locator('option:checked')).toHaveText('All Ranges');
  await expect(type.locator('option:checked')).toHaveText('All Types');
  await expect(company.locator('option:checked')).toHaveText('All Companies');

  await type.selectOption('Contract');
  await expect(page).toHaveURL('/jobs?type=Contract');
  await salary.selectOption('under $50K');
  await expect(page).toHaveURL('/jobs?salary=Under+%2450K&type=Contract');
  await type.selectOption('All Types');
  await expect(page).toHaveURL('/jobs?salary=Under+%2450K');

  await page.goBack();
  await expect(page).toHaveURL('/jobs?salary=Under+%2450K&type=Contract');
  await expect(type).toHaveValue('Contract');
  await page.goBack();
  await expect(salary).toHaveValue('');
  await expect(page.getByRole('article')).toHaveCount(9);
  await page.goForward();
  await expect(salary).toHaveValue('Under $50K');
});

test('filters are read from the address on entry', async ({ page }) => {
  await page.goto('/jobs?type=Internship&salary=&company=');
  await expect(page).toHaveURL('/jobs?type=Internship');
  await expect(page.getByLabel('Employment Type')).toHaveValue('Internship');
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByText('6 jobs')).toBeVisible();
});

test('a list with no match says so and offers to clear the filters', async ({ page }) => {
  await page.goto('/jobs?type=Internship&salary=Over+%24300K');
  await expect(page.getByRole('heading', { name: 'No jobs match' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/jobs');
  await expect(page.getByLabel('Employment Type')).toHaveValue('');
  await expect(page.getByRole('article')).toHaveCount(24);
});

test('a value that no job can have finds nothing, and is shown', async ({ page }) => {
  await page.goto('/jobs?type=Volunteer');
  await expect(page.getByRole('heading', { name: 'No jobs match' })).toBeVisible();
  await expect(page.getByLabel('Employment Type').locator('option:checked')).toHaveText(
    'Volunteer',
  );
});

test('the pages of a list hold each job once', async ({ page }) => {
  const titles: string[] = [];
  await page.goto('/jobs');
  for (const expected of [24, 24, 16]) {
    await expect(page.getByRole('article')).toHaveCount(expected);
    for (const link of await page.getByRole('link', { name: 'Go Look' }).all()) {
      titles.push((await link.getAttribute('href')) ?? '');
    }
    if (expected === 24) {
      const before = page.url();
      await page.getByRole('link', { name: 'More jobs' }).click();
      await expect(page).not.toHaveURL(before);
      await expect(page.getByRole('link', { name: 'Go Look' }).first()).not.toHaveAttribute(
        'href',
        titles.at(-24) ?? '',
      );
    }
  }
  expect(new Set(titles).size).toBe(64);
  await page.getByRole('link', { name: 'Newest jobs' }).click();
  await expect(page).toHaveURL('/jobs');
});

test('a choice made before the script runs takes effect', async ({ page }) => {
  const { release } = await hold(page, '**/assets/*.js');
  await page.goto('/jobs', { waitUntil: 'commit' });
  await page.getByLabel('Employment Type').selectOption('Internship');
  release();
  await expect(page).toHaveURL('/jobs?type=Internship');
  await expect(page.getByRole('article')).toHaveCount(6);
});

test('back returns to where one was in the list', async ({ page }) => {
  await page.goto('/jobs');
  const job = page.getByRole('link', { name: 'Go Look' }).nth(20);
  await job.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(500);
  await job.click();
  await expect(page.getByRole('heading', { name: 'Job Description' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(job).toBeInViewport();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});
