import { expect, stallRequests, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import {
  accountLink,
  demoPerson,
  enterEmail,
  logInButton,
  navigationBar,
  openDrawer,
  openPopup,
  signIn,
  visit,
} from '../support/sign-in.ts';

test('a demo person logs in with one click in the popup', async ({ page }) => {
  const { name } = demoPerson('siteadmin');
  await visit(page, '/jobs?type=Contract');
  const popup = await openPopup(page);
  await popup.getByRole('button', { name }).click();
  await expect(accountLink(page)).toHaveText(name);
  await expect(logInButton(page)).toHaveCount(0);
  await expect(page).toHaveURL('/jobs?type=Contract');
  await expect.poll(() => popup.isClosed()).toBe(true);
});

test('a new person logs in with any email address, in a popup of 400 by 600 pixels, and is remembered for a day', async ({
  page,
  context,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/');
  const popup = await openPopup(page);
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Sign in to Composable Jobs');
  expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([400, 600]);
  await expect(popup.getByLabel('Email')).toBeFocused();
  await enterEmail(popup, person);
  await expect(accountLink(page)).toHaveText(person.name);
  const flag = (await context.cookies()).find(({ name }) => name.endsWith('.is.authenticated'));
  const left = (flag?.expires ?? 0) - Date.now() / 1000;
  expect(left).toBeGreaterThan(86_000);
  expect(left).toBeLessThanOrEqual(86_400);
});

test('a click on "Log in" before hydration opens the popup once hydration is complete', async ({
  page,
}) => {
  const application = await stallRequests(page, '**/assets/entry-client-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await logInButton(page).click();
  const popup = page.waitForEvent('popup');
  application.release();
  await expect((await popup).getByLabel('Email')).toBeFocused();
});

test('at a URL where logging in does not work, "Log in" leads to the URL where it works', async ({
  page,
  baseURL,
}) => {
  await visit(page, `${baseURL?.replace('localhost', '127.0.0.1')}/jobs?type=Contract`);
  await logInButton(page).click();
  await expect(page).toHaveURL(`${baseURL}/jobs?type=Contract`);
});

test('the navigation bar and the drawer show whether a person is signed in, and who it is', async ({
  page,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/');
  await expect(logInButton(page)).toBeVisible();
  await expect(accountLink(page)).toHaveCount(0);
  const drawer = await openDrawer(page);
  await expect(drawer.getByRole('listitem')).toHaveText(['Home', 'Jobs', 'Companies', 'Saved']);
  await drawer.getByRole('button', { name: 'Close' }).click();

  await signIn(page, person);
  await expect(logInButton(page)).toHaveCount(0);
  await openDrawer(page);
  await expect(drawer.getByRole('listitem')).toHaveText([
    'Home',
    'Jobs',
    'Companies',
    'Saved',
    'Account',
    'Log out',
  ]);
  await expectAccessibleScreens(page);
  await drawer.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL('/account');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeFocused();
  await expect(navigationBar(page).getByRole('link', { name: person.name })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('by keyboard alone, a person logs in and continues on the same page', async ({
  page,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/');
  while (!(await logInButton(page).evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const popup = await opened;
  await expect(popup.getByLabel('Email')).toBeFocused();
  await popup.keyboard.type(person.email);
  await popup.keyboard.press('Enter');
  await expect(accountLink(page)).toHaveText(person.name);
  await expect(accountLink(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeFocused();
});
