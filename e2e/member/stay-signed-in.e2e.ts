import { expect, measureLayoutShift, stallRequests, test } from '../support/fixtures.ts';
import { accountLink, logInButton, openDrawer, untilIdle, visitAs } from '../support/sign-in.ts';

test('a person stays signed in after a reload, and the page shows their name at once without a layout shift', async ({
  page,
  context,
  newPerson,
}) => {
  const person = newPerson();
  const layoutShift = await measureLayoutShift(page);
  await visitAs(page, person, '/jobs');

  const { release } = await stallRequests(page, '**/assets/*.js');
  // The inline script in the navigation bar runs after the styles have loaded.
  const styles = await stallRequests(page, '**/assets/*.css');
  await page.reload({ waitUntil: 'commit' });
  await page.getByText('Log in').waitFor({ state: 'attached' });
  styles.release();
  await expect(accountLink(page)).toHaveText(person.name);
  await expect(accountLink(page)).toBeVisible();
  await expect(logInButton(page)).toBeHidden();
  await page.keyboard.press('Tab');
  await accountLink(page).focus();

  const restored = page.waitForResponse('**/api/accounts/*');
  release();
  await restored;
  await page.waitForLoadState('networkidle');
  await expect(accountLink(page)).toHaveText(person.name);
  await expect(accountLink(page)).toBeFocused();
  await expect(logInButton(page)).toHaveCount(0);
  expect(await layoutShift(), 'layout shift').toBe(0);
  await expect.poll(() => context.pages().length).toBe(1);
});

test('the account page reloads without a layout shift', async ({ page, newPerson }) => {
  const layoutShift = await measureLayoutShift(page);
  await visitAs(page, newPerson(), '/');
  await page.goto('/account');
  await untilIdle(page, () => page.reload());
  await expect(page.getByLabel('User ID')).toBeVisible();
  expect(await layoutShift(), 'layout shift').toBe(0);
});

test('a reload after the provider session has ended signs the person out without an error', async ({
  page,
  context,
  newPerson,
  baseURL,
}) => {
  await visitAs(page, newPerson(), '/jobs');
  await context.clearCookies({ name: /^identity_session/ });
  await page.reload();
  await expect(logInButton(page)).toBeVisible();
  await expect(page).toHaveURL('/jobs');
  expect(await page.evaluate(() => localStorage.getItem('account'))).toBeNull();
  const cookies = async () => (await context.cookies(baseURL)).map(({ name }) => name);
  await expect.poll(cookies).not.toContainEqual(expect.stringContaining('is.authenticated'));
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  await expect((await openDrawer(page)).getByRole('button', { name: 'Log out' })).toHaveCount(0);
});

test('sending an authorization code twice signs nobody out', async ({
  page,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('/oauth/token');
  const person = newPerson();
  await visitAs(page, person, '/');
  await page.route(
    '**/oauth/token',
    async (route) => {
      await route.fetch();
      const response = await route.fetch();
      expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const restored = page.waitForResponse('**/api/accounts/*');
  await page.reload();
  expect((await restored).status()).toBe(200);
  await expect(accountLink(page)).toHaveText(person.name);
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
});
