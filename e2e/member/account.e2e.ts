import { freezeClock } from '../support/clock.ts';
import { expectErrors } from '../support/error-summary.ts';
import { expect, expectNoOverflow, stallRequests, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import {
  accountLink,
  demoPerson,
  logInButton,
  openAccount,
  signIn,
  toast,
  visitAs,
  waitForHydration,
} from '../support/sign-in.ts';

const ACCOUNT = '**/api/accounts/*';
const save = { name: 'Update Account' };

test('a member views and updates their account', async ({ page, newPerson }) => {
  const person = newPerson();
  await openAccount(page, person);
  await expect(page).toHaveTitle('My Account · Composable Jobs');
  await expect(page.getByLabel('User ID')).toHaveValue(person.id);
  await expect(page.getByLabel('User ID')).not.toBeEditable();
  await expect(page.getByLabel('Name')).toHaveValue(person.name);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(page.getByLabel('Brief Bio of yourself')).toHaveValue('');
  await expect(page.getByText('You are')).toHaveCount(0);

  await page.getByLabel('Name').fill('  Ada Byron ');
  await page.getByLabel('Brief Bio of yourself').fill('I write\nprograms.');
  await page.getByRole('button', save).click();
  const message = toast(page, 'Account updated successfully');
  await expect(message).toBeVisible();
  const [box, width] = [await message.boundingBox(), page.viewportSize()?.width ?? 0];
  expect(box?.y).toBeLessThan(200);
  expect(box?.x).toBeGreaterThan(width / 2);
  await expect(accountLink(page)).toHaveText('Ada Byron');
  await expect(page.getByLabel('Name')).toHaveValue('Ada Byron');

  // The parts of the page load one by one. Back restores the position all the same.
  const about = page.getByRole('link', { name: 'About' });
  await about.scrollIntoViewIfNeeded();
  const readPosition = () => page.evaluate(() => Math.round(window.scrollY));
  const position = await readPosition();
  await about.click();
  await expect(page).toHaveURL('/about');
  const loading = await stallRequests(page, /api\/(identities|passkeys|sessions|personal-data)/);
  await page.goBack();
  await expect.poll(readPosition).toBe(position);
  loading.release();
  await expect(page.getByRole('heading', { name: 'Download my data' })).toBeVisible();
  await expect.poll(readPosition).toBe(position);

  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Ada Byron');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByLabel('Brief Bio of yourself')).toHaveValue('I write\nprograms.');
  await expect(accountLink(page)).toHaveText('Ada Byron');
});

test('if the session ends before the account is saved, the person learns it and keeps the input', async ({
  page,
  context,
  newPerson,
  allowBrowserError,
}) => {
  const person = newPerson();
  await openAccount(page, person);
  await page.getByLabel('Brief Bio of yourself').fill('I weave.');
  allowBrowserError('401');
  allowBrowserError('/authorize');
  await context.clearCookies();
  await page.route(ACCOUNT, (route) => route.fulfill({ status: 401, body: '{}' }));
  await page.getByRole('button', save).click();
  await expect(toast(page, 'Error updating account')).toBeVisible();
  await expect(
    toast(
      page,
      'You have been signed out. Your changes are stored in this tab. Log in to continue.',
    ),
  ).toBeVisible();
  await page.unroute(ACCOUNT);
  await signIn(page, person);
  await page.goto('/account');
  await expect(page.getByText('Unsaved changes restored.')).toBeVisible();
  await expect(page.getByLabel('Brief Bio of yourself')).toHaveValue('I weave.');
  await page.getByRole('button', save).click();
  await expect(toast(page, 'Account updated successfully')).toBeVisible();
  await expect(page.getByText('Unsaved changes restored.')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Brief Bio of yourself')).toHaveValue('I weave.');
});

test('no account field is required, and without a name the navigation bar says "Account Settings"', async ({
  page,
  newPerson,
}) => {
  await openAccount(page, newPerson());
  for (const label of ['Name', 'Email', 'Brief Bio of yourself']) {
    await page.getByLabel(label).fill('');
  }
  await page.getByRole('button', save).click();
  await expect(toast(page, 'Account updated successfully')).toBeVisible();
  await expect(accountLink(page)).toHaveText('Account Settings');
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(accountLink(page)).toHaveText('Account Settings');
});

test('a toast disappears after five seconds', async ({ page, newPerson }) => {
  await page.clock.install();
  await openAccount(page, newPerson());
  // Wait for the page, because it renders nothing more once the clock is paused.
  await expect(page.getByRole('button', save)).toBeVisible();
  await freezeClock(page);
  await page.getByRole('button', save).click();
  const message = toast(page, 'Account updated successfully');
  await expect(async () => {
    await page.clock.runFor(10);
    expect(await message.count()).toBe(1);
  }).toPass();
  await page.clock.runFor(4_000);
  await expect(message).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(message).toHaveCount(0);
});

test('by keyboard alone, the account is changed and saved', async ({ page, newPerson }) => {
  await visitAs(page, newPerson(), '/');
  await accountLink(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  for (const label of ['User ID', 'Name', 'Email', 'Brief Bio of yourself']) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(label)).toBeFocused();
  }
  await page.keyboard.type('I count.');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', save)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Account updated successfully')).toBeVisible();
  await expect(page.getByRole('button', save)).toBeFocused();
  await expect(page.getByLabel('Brief Bio of yourself')).toHaveValue('I count.');
});

test('an invalid field shows an error and keeps the input', async ({ page, newPerson }) => {
  await openAccount(page, newPerson());
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', save).click();
  const message = 'Email must be an email address, such as name@example.com.';
  await expectErrors(page, [message]);
  const email = page.getByLabel('Email');
  await expect(email).toHaveAccessibleDescription(message);
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveValue('nobody');
  await expect(page.getByLabel('Name')).toHaveValue('Ada Byron');
  await expectAccessibleScreens(page);

  await email.fill('ada@example.com');
  await page.getByRole('button', save).click();
  await expect(toast(page, 'Account updated successfully')).toBeVisible();
  await expect(email).not.toHaveAttribute('aria-invalid');
});

test('a save that is still running is not sent twice, and a failed save can be repeated', async ({
  page,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('503');
  await openAccount(page, newPerson());
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url());
  });
  const { release } = await stallRequests(page, ACCOUNT);
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByRole('button', save).click();
  await expect(page.getByRole('button', save)).toHaveAttribute('aria-disabled', 'true');
  // With `force`, Playwright clicks although the button is disabled.
  await page.getByRole('button', save).click({ force: true });
  await page.getByLabel('Name').press('Enter');
  release(503);
  await expect(toast(page, 'Error updating account')).toBeVisible();
  expect(sent).toHaveLength(1);
  await expect(page.getByLabel('Name')).toHaveValue('Ada Byron');

  await page.unroute(ACCOUNT);
  await page.getByRole('button', save).click();
  await expect(accountLink(page)).toHaveText('Ada Byron');
});

test('input typed during a save is not lost and can be saved afterwards', async ({
  page,
  newPerson,
}) => {
  await openAccount(page, newPerson());
  const { release } = await stallRequests(page, ACCOUNT);
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByRole('button', save).click();
  await expect(page.getByRole('button', save)).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Bio').fill('Writes programs.');
  release();
  await expect(accountLink(page)).toHaveText('Ada Byron');
  await expect(page.getByLabel('Bio')).toHaveValue('Writes programs.');

  await page.getByRole('button', save).click();
  await expect(page.getByRole('button', save)).not.toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await expect(page.getByLabel('Bio')).toHaveValue('Writes programs.');
});

test('the app signs the person out and returns home when the provider session ends', async ({
  page,
  context,
  newPerson,
}) => {
  await openAccount(page, newPerson());
  await page.clock.install();
  await context.clearCookies({ name: /^identity_session/ });
  // By now, the access token has expired and cannot be renewed.
  await page.clock.fastForward('02:00:00');
  await page.getByRole('button', save).click();
  await expect(logInButton(page)).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a very long name stays inside the navigation bar', async ({ page, newPerson }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openAccount(page, newPerson());
  const long = 'Donaudampfschiff'.repeat(12);
  await page.getByLabel('Name').fill(long);
  await page.getByRole('button', { name: 'Update Account' }).click();
  await expect(accountLink(page)).toHaveText(long);
  await expectNoOverflow(page);
  await expect(page.getByRole('button', { name: 'Menu' })).toBeInViewport({ ratio: 1 });
  await expect(accountLink(page)).toBeInViewport({ ratio: 1 });
});

test('after a reload, going back to a page that is loaded in the browser restores its position', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 480 });
  await visitAs(page, demoPerson('companyadmin'), '/dashboard?tab=team');
  const end = page.getByRole('contentinfo').getByRole('link', { name: 'About' });
  await expect(page.getByRole('heading', { name: /team/i }).first()).toBeVisible();
  await end.scrollIntoViewIfNeeded();
  const position = await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => resolve(Math.round(scrollY)))),
  );
  expect(position).toBeGreaterThan(200);
  await end.click();
  await expect(page).toHaveURL('/about');
  await page.reload();
  await waitForHydration(page);
  await page.goBack();
  // The browser rounds positions differently on a page that is loaded again.
  await expect
    .poll(() => page.evaluate((before) => Math.abs(scrollY - before), Number(position)))
    .toBeLessThan(2);
});
