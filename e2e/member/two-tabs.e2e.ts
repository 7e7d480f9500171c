import type { BrowserContext, Page } from '@playwright/test';
import { expect, hold, test } from '../fixtures.ts';
import {
  accountLink,
  enterAddress,
  logInButton,
  logOut,
  openAccount,
  openPopup,
  signIn,
  toast,
  visit,
  visitAs,
} from '../sign-in.ts';

/** The account, fetched to settle who is signed in. */
const ACCOUNT = '**/api/accounts/*';

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await visit(tab, path);
  return tab;
}

test('whoever signs in in one tab is signed in in the other, and so when logging out', async ({
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
  await accountLink(page).click();
  await expect(page.getByLabel('User ID')).toHaveValue(person.id);

  await logOut(other);
  await expect(logInButton(page)).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a tab that is signed out by another stays where it is, and asks nothing', async ({
  page,
  context,
  newPerson,
}) => {
  await visitAs(page, newPerson(), '/jobs');
  const other = await openTab(context, '/');
  await logOut(other);
  await expect(logInButton(page)).toBeVisible();
  await visit(other, '/about');
  await expect(page).toHaveURL('/jobs');
  await expect.poll(() => context.pages().length).toBe(2);
});

test('what is saved while another tab logs out signs nobody in again', async ({
  page,
  context,
  newPerson,
}) => {
  await openAccount(page, newPerson());
  const other = await openTab(context, '/');
  await expect(accountLink(other)).toBeVisible();
  const { release } = await hold(page, ACCOUNT);
  const asked = page.waitForRequest(ACCOUNT);
  await page.getByRole('button', { name: 'Update Account' }).click();
  await asked;
  await logOut(other);
  await expect(logInButton(page)).toBeVisible();
  const saved = page.waitForResponse(ACCOUNT);
  release();
  expect((await saved).status()).toBe(200);
  await expect(toast(page, 'Account updated successfully')).toBeVisible();
  await expect(logInButton(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('account'))).toBeNull();
});

test('another person in one tab is the other tab’s person too', async ({
  page,
  context,
  newPerson,
}) => {
  const [one, two] = [newPerson(), newPerson()];
  await visitAs(page, one, '/jobs');
  const other = await openTab(context, '/jobs');
  await expect(accountLink(other)).toHaveText(one.name);
  await logOut(other);
  await signIn(other, two);
  await expect(accountLink(page)).toHaveText(two.name);
  await accountLink(page).click();
  await expect(page.getByLabel('User ID')).toHaveValue(two.id);
  await page.getByRole('button', { name: 'Update Account' }).click();
  await expect(toast(page, 'Account updated successfully')).toBeVisible();
});

test('a changed name shows in the other tab, which keeps what is being typed there', async ({
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

test('two tabs that sign in for the first time at once make one account', async ({
  page,
  context,
  newPerson,
  expectTrouble,
}) => {
  expectTrouble('409');
  const person = newPerson();
  await visit(page, '/');
  const other = await openTab(context, '/');
  const made: number[] = [];
  context.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/api/accounts')) {
      made.push(response.status());
    }
  });
  const popups = [await openPopup(page), await openPopup(other)];
  for (const popup of popups) await expect(popup.getByLabel('Email')).toBeVisible();
  // One may be closed by the other's success.
  await Promise.allSettled(popups.map((popup) => enterAddress(popup, person)));
  for (const tab of [page, other]) await expect(accountLink(tab)).toHaveText(person.name);
  await expect.poll(() => popups.every((popup) => popup.isClosed())).toBe(true);
  await expect.poll(() => made.filter((status) => status === 201).length).toBe(1);
});

test('a popup left open is closed where the other tab has signed in', async ({
  page,
  context,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/');
  const popup = await openPopup(page);
  await expect(popup.getByLabel('Email')).toBeVisible();
  const other = await openTab(context, '/');
  await signIn(other, person);
  await expect(accountLink(page)).toHaveText(person.name);
  await expect.poll(() => popup.isClosed()).toBe(true);
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
});

test('a damaged value of another tab’s making signs nobody out', async ({
  page,
  context,
  newPerson,
}) => {
  const person = newPerson();
  await visitAs(page, person, '/');
  const other = await openTab(context, '/');
  await Promise.all([other.waitForResponse(ACCOUNT), other.reload()]);
  await other.evaluate(() => localStorage.setItem('account', '{'));
  await other.reload();
  await expect(accountLink(other)).toHaveText(person.name);
  await expect(accountLink(page)).toHaveText(person.name);
});

test('a page that the browser kept catches up when it is shown again', async ({
  page,
  context,
  newPerson,
}) => {
  const person = newPerson();
  // A page that is kept for Back hears of nothing until it is shown again.
  await page.addInitScript(() => {
    window.addEventListener('storage', (event) => event.stopImmediatePropagation());
  });
  const show = () =>
    page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
  await visit(page, '/');
  const other = await openTab(context, '/');
  await signIn(other, person);
  await expect(logInButton(page)).toBeVisible();
  await Promise.all([page.waitForResponse(ACCOUNT), show()]);
  await expect(accountLink(page)).toHaveText(person.name);
  await logOut(other);
  await expect(accountLink(page)).toBeVisible();
  await show();
  await expect(logInButton(page)).toBeVisible();
});
