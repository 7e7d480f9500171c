import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { expect } from '../support/fixtures.ts';
import { failRequests, test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { accessToken, deleteAccount } from '../support/server-data.ts';
import { visitAs } from '../support/sign-in.ts';

const names = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const search = (page: Page) => page.getByLabel('Id, URL, or a person’s email address');
const TODAY = toPlainDate(new Date());

test('filters are in the URL, survive a reload and Back, and apply to the pages of the list and to the CSV file', async ({
  page,
  board,
}) => {
  const job = await board.postJob({ title: 'Cooper' });
  expect((await board.call('DELETE', `/api/jobs/${job.id}`)).ok).toBe(true);
  await board.openAs(page, 'siteadmin', '/admin/audit');
  await page.getByLabel('What').selectOption('Job');
  await page.getByLabel('Change', { exact: true }).selectOption('Deleted');
  await page.getByLabel('By', { exact: true }).selectOption('People');
  await page.getByLabel('From').fill(TODAY);
  const url = `/admin/audit?kind=job&action=delete&by=people&from=${TODAY}`;
  await expect(page).toHaveURL(url);
  await expect(names(page).first()).toContainText('deleted “Cooper” of ');
  await expectAccessibleScreens(page);
  await page.reload();
  await expect(page.getByLabel('By', { exact: true })).toHaveValue('people');
  await expect(names(page).first()).toContainText('deleted “Cooper” of ');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('audit.csv');
  const csv = await text(await (await download).createReadStream());
  expect(csv).toContain(job.id);
  expect(csv).not.toContain('demo data');

  await page.getByLabel('To').fill('2026-01-01');
  await expect(page.getByText('No changes match')).toBeVisible();
  await expectAccessibleScreens(page);
  await page.goBack();
  await expect(page).toHaveURL(url);
  await expect(names(page).first()).toContainText('deleted “Cooper” of ');

  // The demo data has more changes than fit on one page.
  await page.goto('/admin/audit?by=commands');
  await expect(names(page)).toHaveCount(50);
  const first = (await names(page).first().textContent()) ?? '';
  await page.getByRole('link', { name: 'More changes' }).click();
  await expect(page).toHaveURL(/by=commands&cursor=/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'First changes' }).click();
  await expect(page).toHaveURL('/admin/audit?by=commands');
  await expect(names(page).first()).toHaveText(first);
});

test('the changes of a person stay in the trail, without the name, after the person has deleted their account', async ({
  page,
  board,
  newPerson,
  openBrowser,
}) => {
  const person = newPerson();
  await visitAs(await openBrowser(), person, '/account');
  const role = await board.call('POST', `/api/admin/people/${encodeURIComponent(person.id)}/role`, {
    role: 'companyadmin',
    company: board.company.id,
  });
  expect(role.ok).toBe(true);
  const job = await board.postJob({ title: 'Turner' });
  const response = await fetch(`${board.url}/api/jobs/${job.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${await accessToken(person.email, board)}` },
  });
  expect(response.ok).toBe(true);
  await deleteAccount(person.id, board);

  await board.openAs(page, 'siteadmin', `/admin/audit?q=${job.id}&action=delete`);
  await expect(names(page)).toHaveText([/^A deleted person deleted “Turner” of /]);
  await expect(page.getByText(person.name)).toHaveCount(0);
  await page.getByRole('link', { name: 'A deleted person' }).click();
  await expect(search(page)).toHaveValue(/^actor-/);
  await expect(names(page).filter({ hasText: 'deleted “Turner”' })).toBeVisible();
  await expectAccessibleScreens(page);
});

test('if the changes cannot be loaded, the screen offers to try again', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('500');
  allowBrowserError('ApiError: Something went wrong on our side.');
  await board.openAs(page, 'siteadmin', '/account');
  const succeed = await failRequests(page, 'GET', '**/api/admin/audit/*');
  await page.goto('/admin/audit?kind=job');
  await page.locator('summary').first().click();
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expectAccessibleScreens(page);
  await succeed();
  await retry.click();
  await expect(page.getByRole('term').first()).toBeVisible();
});
