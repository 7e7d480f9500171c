import type { Page } from '@playwright/test';
import { expect, stallRequests } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { accessToken } from '../support/server-data.ts';
import { demoPerson, visit, visitAs } from '../support/sign-in.ts';

const INBOX = '**/api/admin/inbox?*';
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

test('while the inbox and an item load, the page shows spinners; after a failure, a site admin can try again', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('/api/admin/inbox');
  allowBrowserError('/api/reported-jobs');
  allowBrowserError('500');
  const job = await board.postJob({ title: 'Cooper' });
  await board.call('POST', `/api/jobs/${job.id}/reports`, { reason: 'wrong' });
  const inbox = await stallRequests(page, INBOX);
  const reports = await stallRequests(page, REPORTS);
  await visitAs(page, demoPerson('siteadmin'), `/admin/inbox?item=report-${job.id}`);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(2);
  await expectAccessibleScreens(page);
  inbox.release(500);
  reports.release(500);
  const retries = button(page, 'Try again');
  await expect(retries).toHaveCount(2);
  await expect(retries.last()).toHaveAccessibleDescription('The item could not be loaded.');
  await expectAccessibleScreens(page);
  await page.unroute(INBOX);
  await page.unroute(REPORTS);
  await retries.last().click();
  await expect(page.getByRole('heading', { name: 'Cooper', exact: true })).toBeFocused();
  await expect(retries).toHaveCount(0);
});

test('a site admin closes a reported job, blocks its author, and resolves the reports', async ({
  page,
  board,
  newPerson,
  openBrowser,
}) => {
  const author = newPerson();
  await visitAs(await openBrowser(), author, '/account');
  const path = `/api/admin/people/${encodeURIComponent(author.id)}`;
  const role = { role: 'companyadmin', company: board.company.id };
  expect((await board.call('POST', `${path}/role`, role)).ok).toBe(true);
  const token = await accessToken(author.email, board);
  const posted = await fetch(`${board.url}/api/jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      title: 'Easy Money',
      type: 'Contract',
      location: 'Porto',
      description: 'You will count coins.',
      salary: '$60K - $70K',
      applyurl: 'https://example.com/apply',
      company: { id: board.company.id },
    }),
  });
  const { id } = await posted.json();
  await board.call('POST', `/api/jobs/${id}/reports`, { reason: 'scam', text: 'One.\nTwo.' });
  await board.openAs(page, 'siteadmin', `/admin/inbox?item=report-${id}`);
  await expect(page.getByText(`posted by ${author.name}`)).toBeVisible();
  const dialog = page.getByRole('dialog');
  await button(page, 'Close job…').click();
  await expectAccessibleScreens(page);
  await dialog.getByRole('button', { name: 'Close job' }).click();
  await expect(button(page, 'Close job…')).toHaveCount(0);
  await button(page, 'Block author…').click();
  await dialog.getByLabel('Reason').fill('Fraud.');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText(`posted by ${author.name} (blocked)`)).toBeVisible();
  await expectAccessibleScreens(page);
  await button(page, 'Resolve reports').click();
  await expect(page.getByText('Reports Resolved')).toBeVisible();
  expect((await page.request.get(`/jobs/${id}`)).status()).toBe(410);
  await board.call('POST', `${path}/unblock`);
});
