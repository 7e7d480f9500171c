import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import {
  accountLink,
  enterEmail,
  logInButton,
  logOut,
  openAccount,
  openPopup,
  signIn,
  toast,
  visit,
  visitAs,
  visitSignedIn,
  waitForAccountPage,
} from '../support/sign-in.ts';

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await visit(tab, path);
  return tab;
}

test('signing in or out in one tab also signs the other tab in or out', async ({
  page,
  context,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/jobs');
  const other = await openTab(context, '/companies');
  await signIn(other, person);
  await expect(accountLink(page)).toHaveText(person.name);
  await expect(page).toHaveURL('/jobs');
  await waitForAccountPage(page, () => accountLink(page).click());
  await expect(page.getByLabel('User ID')).toHaveValue(person.id);

  await logOut(other);
  await expect(logInButton(page)).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('after a login in another tab, closing the popup signs this tab in as the same person', async ({
  page,
  context,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/jobs');
  const popup = await openPopup(page);
  await expect(popup.getByLabel('Email')).toBeVisible();
  await signIn(await openTab(context, '/companies'), person);
  await expect(logInButton(page)).toBeVisible();
  await popup.close();
  await expect(accountLink(page)).toHaveText(person.name);
});

test('signing in as another person in one tab also switches the other tab', async ({
  page,
  context,
  newPerson,
}) => {
  const [one, two] = [newPerson(), newPerson()];
  await visitAs(page, one, '/jobs');
  const other = await context.newPage();
  await visitSignedIn(other, '/jobs');
  await expect(accountLink(other)).toHaveText(one.name);
  await logOut(other);
  await signIn(other, two);
  await expect(accountLink(page)).toHaveText(two.name);
  await accountLink(page).click();
  await expect(page.getByLabel('User ID')).toHaveValue(two.id);
  await page.getByRole('button', { name: 'Update Account' }).click();
  await expect(toast(page, 'Account updated successfully')).toBeVisible();
});

test('a name changed in one tab appears in the other tab, whose unsaved input is kept', async ({
  page,
  context,
  newPerson,
}) => {
  await openAccount(page, newPerson());
  await page.getByLabel('Brief Bio of yourself').fill('Half a sen');
  const other = await openTab(context, '/account');
  await other.getByLabel('Name').fill('Ada Byron');
  await other.getByRole('button', { name: 'Update Account' }).click();
  await expect(accountLink(other)).toHaveText('Ada Byron');
  await expect(accountLink(page)).toHaveText('Ada Byron');
  await expect(page.getByLabel('Name')).toHaveValue('Ada Byron');
  await expect(page.getByLabel('Brief Bio of yourself')).toHaveValue('Half a sen');
});

test('two tabs that sign in for the first time at the same time create one account', async ({
  page,
  context,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('409');
  const person = newPerson();
  await visit(page, '/');
  const other = await openTab(context, '/');
  const statuses: number[] = [];
  context.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/api/accounts')) {
      statuses.push(response.status());
    }
  });
  const popups = [await openPopup(page), await openPopup(other)];
  for (const popup of popups) await expect(popup.getByLabel('Email')).toBeVisible();
  // Signing in in one popup may close the other.
  await Promise.allSettled(popups.map((popup) => enterEmail(popup, person)));
  for (const tab of [page, other]) await expect(accountLink(tab)).toHaveText(person.name);
  await expect.poll(() => popups.every((popup) => popup.isClosed())).toBe(true);
  await expect.poll(() => statuses.filter((status) => status === 201).length).toBe(1);
});
