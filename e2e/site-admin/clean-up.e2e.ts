import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { failRequests, test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast } from '../support/sign-in.ts';

const undo = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Undo' });
const box = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name });
const rows = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const count = (page: Page) => page.getByRole('status').filter({ hasText: /jobs?$/ });

test('a site admin finds ten spam jobs by a search, deletes them in four actions and undoes it', async ({
  page,
  board,
}) => {
  const spam = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      board.postJob({ title: `Zqwxpills offer ${number}` }),
    ),
  );
  await board.openAs(page, 'siteadmin', '/jobs?type=Contract');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard?type=Contract');
  await expect(page).toHaveTitle('Dashboard · Composable Jobs');
  await expectAccessibleScreens(page);

  // 1: search, 2: select, 3: delete, 4: confirm
  await page.getByLabel('Search jobs').fill('zqwxpills');
  await expect(count(page)).toHaveText('10 jobs');
  await box(page, 'Select all 10 on this page').check();
  await page.getByRole('button', { name: 'Delete 10 jobs' }).click();
  const dialog = page.getByRole('dialog', {
    name: 'Are you sure you want to delete these 10 jobs?',
  });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await expectAccessibleScreens(page);
  await dialog.getByRole('button', { name: 'Delete 10 jobs' }).click();
  // Focus the "Undo" button, so that it does not disappear.
  await undo(page).focus();
  await expect(toast(page, 'Jobs Deleted Successfully')).toBeVisible();
  await expect(page.getByText('No jobs match')).toBeVisible();
  await expect(page).toHaveURL('/dashboard?q=zqwxpills&type=Contract');
  await expectAccessibleScreens(page);

  await undo(page).click();
  await expect(toast(page, 'Jobs Restored Successfully')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  await expect(page).toHaveURL('/dashboard?q=zqwxpills&type=Contract');
  await board.call('POST', '/api/jobs/bulk', { action: 'delete', ids: spam.map(({ id }) => id) });
});

test('by keyboard alone, a company admin closes two jobs of their own company', async ({
  page,
  board,
}) => {
  const company = await board.addCompany({ name: 'Elsewhere' });
  const jobs = await Promise.all([
    board.postJob({ title: 'Qvorny smith' }),
    board.postJob({ title: 'Qvorny clerk' }),
    board.postJob({ title: 'Qvorny baker' }),
    board.postJob({ title: 'Qvorny elsewhere', company: { id: company.id } }),
  ]);
  await board.openAs(page, 'companyadmin', '/dashboard?q=qvorny');
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByLabel('Company Name')).toHaveCount(0);
  await box(page, 'Qvorny smith').focus();
  await page.keyboard.press('Space');
  await box(page, 'Qvorny clerk').focus();
  await page.keyboard.press('Space');
  await expect(box(page, /^Select all/)).toHaveJSProperty('indeterminate', true);
  await page.getByRole('button', { name: 'Close 2 jobs' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Jobs Closed Successfully')).toBeVisible();
  await expect(rows(page)).toHaveText(['Qvorny baker']);
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeFocused();
  await page.goto('about:blank');
  await board.call('POST', '/api/jobs/bulk', { action: 'delete', ids: jobs.map(({ id }) => id) });
  await board.call('DELETE', `/api/companies/${company.id}`);
});

test('jobs that could not be changed are named, and a failed list can be loaded again', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('500');
  allowBrowserError('ApiError');
  const [one, two] = [
    await board.postJob({ title: 'Wurble one' }),
    await board.postJob({ title: 'Wurble two' }),
  ];
  await board.openAs(page, 'siteadmin', '/dashboard?q=wurble');
  await box(page, 'Wurble one').check();
  await box(page, 'Wurble two').check();
  await board.call('POST', `/api/jobs/${two.id}/close`);
  await page.getByRole('button', { name: 'Close 2 jobs' }).click();
  await undo(page).focus();
  await expect(page.getByRole('alert')).toContainText('Wurble two: This job is closed.');
  await expectAccessibleScreens(page);

  const restore = await failRequests(page, 'POST', '**/api/jobs/bulk');
  await undo(page).click();
  await expect(page.getByText(/^Job Was Not Reopened\./)).toBeVisible();
  await restore();
  await undo(page).click();
  await expect(toast(page, 'Job Reopened Successfully')).toBeVisible();
  await expect(rows(page)).toHaveText(['Wurble one']);

  const restoreList = await failRequests(page, 'GET', '**/api/dashboard?*');
  await page.getByLabel('Search jobs').fill('wurble one');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await restoreList();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveText(['Wurble one']);
  await page.goto('about:blank');
  await board.call('POST', '/api/jobs/bulk', { action: 'delete', ids: [one.id, two.id] });
});

test('each page of the list says which jobs it shows, and keeps the filters', async ({
  page,
  board,
}) => {
  const jobs = await Promise.all(
    Array.from({ length: 60 }, (_, number) => board.postJob({ title: `Vintner ${number}` })),
  );
  await board.openAs(
    page,
    'siteadmin',
    '/dashboard?workplace=on-site&location=Porto&type=Contract',
  );
  await page.getByRole('link', { name: 'Remove on-site' }).click();
  await expect(page).toHaveURL('/dashboard?location=Porto&type=Contract');
  await expect(count(page)).toHaveText(/^1–50 of \d+ jobs$/);
  await page.getByRole('link', { name: 'More jobs' }).click();
  await expect(page).toHaveURL(/location=Porto&type=Contract&cursor=[^&]+$/);
  await expect(count(page)).toHaveText(/^51–\d+ of \d+ jobs$/);

  // The jobs of all pages can be selected.
  await page.getByLabel('Search jobs').fill('vintner');
  await expect(count(page)).toHaveText('1–50 of 60 jobs');
  await box(page, 'Select all 50 on this page').check();
  await page.getByRole('button', { name: 'Select all 60 open jobs of this search' }).click();
  await expect(page.getByText('All 60 jobs are selected.')).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('button', { name: 'Close 60 jobs' }).click();
  await expect(undo(page)).toHaveAccessibleDescription('Closed 60 jobs.');
  await expect(page.getByText('No jobs match')).toBeVisible();
  await page.goto('about:blank');
  await board.call('POST', '/api/jobs/bulk', { action: 'delete', ids: jobs.map(({ id }) => id) });
});
