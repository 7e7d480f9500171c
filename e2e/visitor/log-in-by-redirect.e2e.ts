import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import {
  accountLink,
  demoPerson,
  enterEmail,
  logInButton,
  toast,
  visit,
  waitForHydration,
} from '../support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
});

/** Clicks "Log in" and waits for the identity provider in the same window. */
async function goToProvider(page: Page, button = logInButton(page)): Promise<void> {
  await button.click();
  await expect(page.getByRole('heading', { name: 'Sign in to Composable Jobs' })).toBeVisible();
}

/** The URLs in the history of this window. */
const history = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { navigation } = window as unknown as { navigation: { entries(): { url: string }[] } };
    return navigation.entries().map(({ url }) => url);
  });

test('if the popup is blocked, a person logs in in the same window and returns to the page', async ({
  page,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/jobs?type=Contract');
  await goToProvider(page);
  await enterEmail(page, person);
  await expect(accountLink(page)).toHaveText(person.name);
  await expect(page).toHaveURL('/jobs?type=Contract');
  await expect(page.getByLabel('Employment Type')).toHaveValue('Contract');
  const visited = await history(page);
  expect(visited.filter((url) => /[?&](code|state)=/.test(url))).toEqual([]);
  expect(visited.at(-1)).toContain('/jobs?type=Contract');

  await page.reload();
  await expect(accountLink(page)).toHaveText(person.name);
  await expect(page).toHaveURL('/jobs?type=Contract');
});

test('if the popup is blocked, an employer who wants to add a job logs in and returns to the form', async ({
  page,
}) => {
  await visit(page, '/jobs/add');
  await expect(page).toHaveURL('/employers');
  await goToProvider(page, page.getByRole('main').getByRole('button', { name: 'Log in' }));
  await enterEmail(page, demoPerson('companyadmin'));
  await expect(page).toHaveURL('/jobs/add');
  await expect(page.getByLabel('Job Title')).toBeVisible();
});

test('an authorization response is refused if the browser has not started a sign-in', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('missing_transaction');
  allowBrowserError('Invalid state');
  await page.goto('/?code=x&state=y');
  const message = toast(page, 'There is no sign-in in progress');
  await expect(message).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(logInButton(page)).toBeVisible();
  // A toast stays while the pointer is over it.
  await message.hover();
  await expectAccessibleScreens(page);
});

test('an authorization response with a wrong state shows "Invalid state", and a new login works', async ({
  page,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('error: ');
  const person = newPerson();
  await visit(page, '/jobs');
  await goToProvider(page);
  await page.goto('/?code=x&state=forged');
  await expect(toast(page, 'Invalid state')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(logInButton(page)).toHaveCount(1);
  await expect(logInButton(page)).toBeVisible();
  expect((await history(page)).filter((url) => url.includes('state='))).toEqual([]);

  await waitForHydration(page);
  await goToProvider(page);
  await enterEmail(page, person);
  await expect(accountLink(page)).toHaveText(person.name);
});
