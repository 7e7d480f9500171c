import { demoJobs } from '../support/demo-board.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';

test.use({ timezoneId: 'Europe/Berlin' });

const [job] = demoJobs({ location: 'Remote (US and Canada)' });

test('a visitor learns whether a remote job is open to their country, which is remembered', async ({
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
