import type { Page } from '@playwright/test';
import { expect, stallRequests } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, visit, visitAs } from '../support/sign-in.ts';

const DRAFTS = '**/api/job-drafts?*';
const REPORTS = '**/api/reported-jobs*';
const SENDING = '**/api/jobs/*/reports';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens the first job of the list, and returns its title. */
async function openJob(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Go Look' }).first().click();
  // Wait for the button, because the URL changes before the page does.
  await expect(button(page, 'Report this job')).toBeVisible();
  return page.getByRole('heading', { level: 1 }).innerText();
}

test('a report that cannot be sent is not lost', async ({ page, allowBrowserError }) => {
  allowBrowserError('reports');
  allowBrowserError('503');
  allowBrowserError('ERR_FAILED');
  await visit(page, '/jobs');
  await openJob(page);
  await button(page, 'Report this job').click();
  await page.getByLabel('Something in it is wrong').check();
  await page.getByLabel('Details').fill('The city is wrong.');
  await page.getByLabel('Your email address').fill('ada');
  await button(page, 'Send report').click();
  await expect(page.getByRole('alert')).toContainText(
    'The email address must be an email address, such as name@example.com.',
  );
  await page.getByLabel('Your email address').fill('');
  await page.route(SENDING, (route) => route.abort());
  await button(page, 'Send report').click();
  await expect(page.getByRole('alert')).toContainText('The site could not be reached.');
  await expectAccessibleScreens(page);
  await expect(page.getByLabel('Details')).toHaveValue('The city is wrong.');
  await page.unroute(SENDING);
  await button(page, 'Send report').click();
  await expect(page.getByText('Thank you. A site admin will look at this job.')).toBeFocused();
});

test('while the drafts and reports load, the page shows spinners; after a failure, a site admin can try again', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('/api/job-drafts');
  allowBrowserError('/api/reported-jobs');
  allowBrowserError('500');
  const drafts = await stallRequests(page, DRAFTS);
  const reports = await stallRequests(page, REPORTS);
  await visitAs(page, demoPerson('siteadmin'), '/admin/review');
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(2);
  await expectAccessibleScreens(page);
  drafts.release(500);
  reports.release(500);
  const retries = button(page, 'Try again');
  await expect(retries).toHaveCount(2);
  await expect(retries.last()).toHaveAccessibleDescription('The reports could not be loaded.');
  await expectAccessibleScreens(page);
  await page.unroute(DRAFTS);
  await page.unroute(REPORTS);
  await retries.last().click();
  await expect(page.getByRole('heading', { name: 'Reported Jobs', exact: true })).toBeVisible();
  await retries.click();
  await expect(retries).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review Jobs');
});
