import type { Page } from '@playwright/test';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { expectErrors } from '../support/error-summary.ts';
import { expect, stallRequests } from '../support/fixtures.ts';
import { failRequests, test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast, visit, waitForHydration } from '../support/sign-in.ts';

const DAY = 24 * 60 * 60 * 1_000;
const inDays = (days: number) => toPlainDate(new Date(Date.now() + days * DAY));
/** Computed once, so that the dates stay the same if midnight passes during a story. */
const [BEFORE, IN_A_WEEK, IN_A_MONTH] = [inDays(-2), inDays(7), inDays(30)];

const CLOSED_JOB = '**/api/jobs/*/closed';

const robots = (page: Page) => page.locator('head meta[name=robots][content=noindex]');
const manageBox = (page: Page) => page.getByRole('region', { name: 'Manage Job' });

test('an employer closes a job, finds it in the list of closed jobs and reopens it with a closing date', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('410');
  const { id, date } = await board.postJob({ title: 'Basket Weaver', location: 'Kiosk 7' });
  await board.openAs(page, 'companyadmin', `/jobs/${id}`);
  const panel = manageBox(page).getByRole('region', { name: 'In Google’s job search' });
  await expect(panel).toContainText('Name the country in the location');
  await expectAccessibleScreens(page);

  await manageBox(page).getByRole('button', { name: 'Close Job' }).click();
  await expect(toast(page, 'Job Closed Successfully')).toBeVisible();
  await expect(page.getByText('This job closed on')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(robots(page)).toHaveCount(1);
  await expect(page.getByRole('link', { name: /^Apply on/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Edit Job' })).toHaveCount(0);
  await expect(manageBox(page).getByRole('button', { name: 'Reopen Job' })).toBeVisible();
  await expectAccessibleScreens(page);

  await page.getByRole('link', { name: 'Back to Job Listings' }).click();
  await expect(page.getByRole('article', { name: 'Basket Weaver' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: /^Closed \d/ }).click();
  await expect(page).toHaveTitle('Dashboard · Composable Jobs');
  await expect(page.getByText('closed by an admin').first()).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Basket Weaver' }).first().click();

  await manageBox(page).getByLabel('Closes on').fill(BEFORE);
  await manageBox(page).getByRole('button', { name: 'Reopen Job' }).click();
  await expect(
    page.getByText('The closing date must be today or later where the job is.'),
  ).toBeVisible();
  await expect(manageBox(page).getByLabel('Closes on')).toBeFocused();
  await manageBox(page).getByLabel('Closes on').fill(IN_A_MONTH);
  await manageBox(page).getByRole('button', { name: 'Reopen Job' }).click();
  await expect(toast(page, 'Job Reopened Successfully')).toBeVisible();
  await expect(page.getByText('Closes on', { exact: true })).toBeVisible();
  await expect(robots(page)).toHaveCount(0);
  await expect(page.locator(`time[datetime="${IN_A_MONTH}"]`)).toBeVisible();
  // Reopening does not change the posting date.
  await expect(page.locator(`time[datetime="${date}"]`)).toBeVisible();
  await manageBox(page).getByRole('link', { name: 'Edit Job' }).click();
  await expect(page.getByLabel('Closes on')).toHaveValue(IN_A_MONTH);
  await page.getByLabel('Closes on').fill('');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
  await expect(page.getByText('Closes on', { exact: true })).toHaveCount(0);
  // Delete the job, so that a repetition of this test on the same board does not find it in the list.
  await page.goto('about:blank');
  await board.call('DELETE', `/api/jobs/${id}`);
});

test('a failure to close or reopen a job shows an error and keeps the input', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('500');
  allowBrowserError('410');
  const { id } = await board.postJob();
  await board.openAs(page, 'companyadmin', `/jobs/${id}`);
  const restoreClose = await failRequests(page, 'POST', '**/close');
  await manageBox(page).getByRole('button', { name: 'Close Job' }).click();
  await expect(toast(page, 'Job Was Not Closed')).toBeVisible();
  await restoreClose();
  await manageBox(page).getByRole('button', { name: 'Close Job' }).click();
  await expect(page.getByText('This job closed on')).toBeVisible();

  const restoreReopen = await failRequests(page, 'POST', '**/reopen');
  await manageBox(page).getByLabel('Closes on').fill(IN_A_WEEK);
  await manageBox(page).getByRole('button', { name: 'Reopen Job' }).click();
  await expect(toast(page, 'Job Was Not Reopened')).toBeVisible();
  await expect(manageBox(page).getByLabel('Closes on')).toHaveValue(IN_A_WEEK);
  await restoreReopen();
  await manageBox(page).getByRole('button', { name: 'Reopen Job' }).click();
  await expect(toast(page, 'Job Reopened Successfully')).toBeVisible();
});

test('a job that is reopened while its page loads is shown as open', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('410');
  allowBrowserError('404');
  const { id } = await board.postJob({ title: 'Door Opener' });
  await visit(page, '/jobs');
  await board.call('POST', `/api/jobs/${id}/close`);
  const requested = page.waitForRequest(CLOSED_JOB);
  const { release } = await stallRequests(page, CLOSED_JOB);
  await page.getByRole('article', { name: 'Door Opener' }).getByRole('link').click();
  await requested;
  await board.call('POST', `/api/jobs/${id}/reopen`, {});
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Door Opener');
  await expect(page.getByRole('link', { name: 'Apply' })).toBeVisible();
});

test('an incomplete closing date is rejected, and the stored date stays', async ({
  page,
  board,
}) => {
  const { id } = await board.postJob({ validthrough: IN_A_MONTH });
  await board.openAs(page, 'companyadmin', `/jobs/edit/${id}`);
  const field = page.getByLabel('Closes on');
  await field.focus();
  await page.keyboard.type('0231');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expectErrors(page, ['Enter a valid date.']);
  await expect(field).toHaveAccessibleDescription(/^Enter a valid date\./);
  const stored = await (await board.call('GET', `/api/jobs/${id}`)).json();
  expect(stored.validthrough).toBe(IN_A_MONTH);
});

test('a job that was closed or reopened elsewhere is shown in its current state', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('410');
  allowBrowserError('409');
  const { id } = await board.postJob({ validthrough: IN_A_MONTH });
  await board.openAs(page, 'companyadmin', `/jobs/${id}`);
  await manageBox(page).getByRole('button', { name: 'Close Job' }).waitFor();
  await board.call('POST', `/api/jobs/${id}/close`);
  await manageBox(page).getByRole('button', { name: 'Close Job' }).click();
  await expect(toast(page, 'Job Was Not Closed')).toBeVisible();
  await expect(page.getByText('This job closed on')).toBeVisible();
  // The form proposes the former closing date.
  await expect(manageBox(page).getByLabel('Closes on')).toHaveValue(IN_A_MONTH);
  await board.call('POST', `/api/jobs/${id}/reopen`, {});
  await manageBox(page).getByRole('button', { name: 'Reopen Job' }).click();
  await expect(toast(page, 'Job Was Not Reopened')).toBeVisible();
  await expect(manageBox(page).getByRole('button', { name: 'Close Job' })).toBeVisible();

  // The edit form of a closed job redirects to its page.
  await board.call('POST', `/api/jobs/${id}/close`);
  await page.goto(`/jobs/edit/${id}`);
  await expect(page).toHaveURL(`/jobs/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Carpenter');
});

test('the list of closed jobs and the panel for managing a job can be loaded again after a failure', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('500');
  allowBrowserError('ApiError');
  const { id } = await board.postJob({ validthrough: '' });
  await board.openAs(page, 'companyadmin', '/jobs');
  const restorePanel = await failRequests(page, 'GET', '**/posting-issues');
  await page.goto(`/jobs/${id}`);
  await manageBox(page).getByRole('button', { name: 'Try again' }).waitFor();
  await restorePanel();
  await manageBox(page).getByRole('button', { name: 'Try again' }).click();
  await expect(manageBox(page).getByRole('list').first()).toBeVisible();

  const restoreList = await failRequests(page, 'GET', '**/api/dashboard*');
  await page.goto('/dashboard?state=closed');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await restoreList();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status').filter({ hasText: /jobs?$/ })).toBeVisible();
});

test('an employer ends the emails about closing dates in My Account, and begins them again', async ({
  page,
  board,
}) => {
  await board.openAs(page, 'companyadmin', '/account');
  const choice = page.getByLabel('Emails about closing dates');
  await expect(choice).toBeChecked();
  for (const isWanted of [false, true]) {
    await choice.click();
    await expect(choice).toBeChecked({ checked: isWanted });
    await page.reload();
    await waitForHydration(page);
    await expect(choice).toBeChecked({ checked: isWanted });
    await expectAccessibleScreens(page);
  }
});
