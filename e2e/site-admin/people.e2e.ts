import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { failRequests, test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, toast, visitAs } from '../support/sign-in.ts';

const names = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the overview shows what needs attention; after a failure, a site admin can try again', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('500');
  allowBrowserError('ApiError: Something went wrong on our side.');
  await visitAs(page, demoPerson('siteadmin'), '/account');
  const succeed = await failRequests(page, 'GET', '**/api/admin/system');
  await page.goto('/admin');
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expectAccessibleScreens(page);
  await succeed();
  await retry.click();
  await expect(page.getByText('No backup is known.')).toBeVisible();
});

test('the keyboard alone is enough to find a person, change a filter, and cancel and confirm a dialog', async ({
  page,
  newPerson,
  openBrowser,
}) => {
  const person = newPerson();
  await visitAs(await openBrowser(), person, '/account');
  await visitAs(page, demoPerson('siteadmin'), '/admin');
  const screens = page.getByRole('navigation', { name: 'Administration' });
  await screens.getByRole('link', { name: 'Overview' }).focus();
  for (const name of ['Inbox', 'People']) {
    await page.keyboard.press('Tab');
    await expect(screens.getByRole('link', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Download CSV')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.email);
  await expect(names(page)).toHaveText([person.name]);
  for (const label of ['Role', 'Access', 'Order']) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(label, { exact: true })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(button(page, `Change role: ${person.name}`)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, `End sessions: ${person.name}`)).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(button(page, `End sessions: ${person.name}`)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'End sessions' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Sessions Ended')).toBeVisible();
  await expect(page.getByText('0 sessions')).toBeVisible();
});

test('an unknown URL below /admin shows the not-found page', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('404');
  const response = await page.goto('/admin/nothing');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Not Found');
});
