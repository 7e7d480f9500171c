import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { failRequests, isolatedBoard } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, navigationBar, openDrawer, toast, visitAs } from '../support/sign-in.ts';

const test = isolatedBoard();

const names = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a site admin finds a person, makes them a company admin and blocks them, so that their next request is refused', async ({
  page,
  newPerson,
  openBrowser,
  allowBrowserError,
}) => {
  const person = newPerson();
  // The person initially has no account. Later the person is refused, and so is a change of the last site admin.
  for (const status of ['400', '401', '403', '404', '409']) allowBrowserError(status);
  const visitor = await openBrowser();
  await visitAs(visitor, person, '/account');

  await visitAs(page, demoPerson('siteadmin'), '/');
  const drawer = await openDrawer(page);
  await drawer.getByRole('link', { name: 'Administration' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  await expectAccessibleScreens(page);
  const screens = page.getByRole('navigation', { name: 'Administration' });
  await screens.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/^People/);
  await expect(screens.getByRole('link', { name: 'People' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(names(page).first()).toHaveText(person.name);
  await expectAccessibleScreens(page);

  const search = page.getByLabel('Name, email address or id');
  await search.fill(person.email);
  await expect(names(page)).toHaveText([person.name]);
  await expect(search).toBeFocused();
  await expect(page).toHaveURL(`/admin/people?q=${encodeURIComponent(person.email)}`);
  await search.fill('nobody has this name');
  await expect(page.getByText('No people match')).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Show all people' }).click();
  await page.getByLabel('Role', { exact: true }).selectOption('Site admin');
  await expect(names(page)).toHaveText([demoPerson('siteadmin').name]);

  // The last site admin cannot be changed.
  await button(page, `Change role: ${demoPerson('siteadmin').name}`).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('User');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is the last site admin.');
  await expectAccessibleScreens(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button(page, `Change role: ${demoPerson('siteadmin').name}`)).toBeFocused();

  await page.goto(`/admin/people?q=${encodeURIComponent(person.email)}`);
  await button(page, `Change role: ${person.name}`).click();
  await dialog.getByLabel('Role').selectOption('Company admin');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose a company.');
  const options = dialog.getByLabel('Company', { exact: true });
  await dialog.getByLabel('Find a company').fill('Brack');
  await expect(options.getByRole('option')).not.toHaveCount(1);
  await options.selectOption({ index: 1 });
  await expectAccessibleScreens(page);
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(toast(page, 'Role Changed')).toBeVisible();
  await expect(page.getByRole('listitem').getByText('Company admin')).toBeVisible();

  await button(page, `Block: ${person.name}`).click();
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter a reason.');
  await dialog.getByLabel('Reason').fill('Asks applicants for money');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(toast(page, 'Person Blocked')).toBeVisible();
  await expect(page.getByText('Asks applicants for money')).toBeVisible();
  await expectAccessibleScreens(page);

  // The person's next request and a new sign-in are both refused.
  await visitor.goto('/account');
  await expect(visitor).toHaveURL('/');
  const popup = visitor.waitForEvent('popup');
  await navigationBar(visitor).getByRole('button', { name: 'Log in' }).click();
  const signIn = await popup;
  await signIn.getByLabel('Email').fill(person.email);
  await signIn.getByRole('button', { name: 'Continue' }).click();
  await expect(signIn.getByText('A site admin has blocked this account.')).toBeVisible();
  await signIn.close();

  await page.getByLabel('Access').selectOption('Blocked');
  const download = page.waitForEvent('download');
  await button(page, 'Download CSV').click();
  expect((await download).suggestedFilename()).toBe('people.csv');
  const csv = await text(await (await download).createReadStream());
  expect(csv).toContain('Asks applicants for money');
  expect(csv.trim().split('\r\n')).toHaveLength(2);

  await button(page, `Unblock: ${person.name}`).click();
  await dialog.getByRole('button', { name: 'Unblock' }).click();
  await expect(toast(page, 'Person Unblocked')).toBeVisible();
  await visitAs(visitor, person, '/account');
});

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
  for (const name of ['Review', 'People']) {
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
