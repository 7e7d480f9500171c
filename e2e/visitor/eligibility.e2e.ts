import { demoJobs } from '../support/demo-board.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';

test.use({ timezoneId: 'Europe/Berlin' });

const [job] = demoJobs({ location: 'Remote (US and Canada)' });

test('a visitor learns whether a remote job is open to their country, and the browser remembers the country', async ({
  page,
}) => {
  await page.goto(`/jobs?q=${encodeURIComponent(job?.title ?? '')}&eligible=US`);
  await page
    .getByRole('article', { name: job?.title ?? '' })
    .getByRole('link', { name: 'Go Look' })
    .click();
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('Not open to Germany')).toBeVisible();
  await page.getByLabel('You are in').selectOption('Canada');
  await expect(page.getByText('Open to Canada', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('Open to Canada', { exact: true })).toBeVisible();
});

test('a visitor narrows the list to remote jobs that are open to a country', async ({ page }) => {
  const found = page.getByRole('article', { name: job?.title ?? '' });
  await page.goto(`/jobs?q=${encodeURIComponent(job?.title ?? '')}`);
  await page.getByText('More filters').click();
  await page.getByLabel('Remote work is open to (country)').fill('kanada');
  await expect(page.getByRole('link', { name: 'Remove Open to kanada' })).toBeVisible();
  await expect(found).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Remote work is open to (country)').fill('Germany');
  await expect(page).toHaveURL(/eligible=Germany/);
  await expect(found).toBeHidden();
  await page
    .getByRole('list', { name: 'Active filters' })
    .getByRole('link', { name: 'Remove Open to Germany' })
    .click();
  await expect(found).toBeVisible();
});
