import type { Page } from '@playwright/test';
import { test as base, expect, stallRequests } from '../support/fixtures.ts';
import { type IsolatedServer, startIsolatedServer } from '../support/isolated-server.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, visit, visitAs } from '../support/sign-in.ts';

const test = base.extend<object, { board: IsolatedServer }>({
  board: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const server = await startIsolatedServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ board }, use) => use(board.url),
});

const LIST = '**/api/reported-jobs*';
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

test('while the reports load, the page shows a spinner; after a failure, a site admin can try again', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('/api/reported-jobs');
  allowBrowserError('500');
  const stalled = await stallRequests(page, LIST);
  await visitAs(page, demoPerson('siteadmin'), '/admin/review');
  await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible();
  stalled.release(500);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveAccessibleDescription(
    'The reports could not be loaded.',
  );
  await expectAccessibleScreens(page);
  await page.unroute(LIST);
  await button(page, 'Try again').click();
  await expect(page.getByRole('heading', { name: 'Reported Jobs', exact: true })).toBeVisible();
  await expect(button(page, 'Try again')).toHaveCount(0);
});
