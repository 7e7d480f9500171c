import type { Page } from '@playwright/test';
import { freezeClock } from '../support/clock.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectLargeTargets } from '../support/screens.ts';
import {
  accountLink,
  enterEmail,
  logInButton,
  openPopup,
  signIn,
  toast,
  visit,
} from '../support/sign-in.ts';

const TOKEN = '**/oauth/token';

const expectNoToast = (page: Page) => expect(page.locator('[data-sonner-toast]')).toHaveCount(0);

/** The chunk with the sign-in SDK. */
const SDK = '**/assets/sign-in-attempts-*.js';

test('closing the popup shows no error, and the visitor can log in again at once', async ({
  page,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/');
  const popup = await openPopup(page);
  await expect(popup.getByLabel('Email')).toBeVisible();
  await popup.close();
  await signIn(page, person);
  await expectNoToast(page);
});

/** Opens the popup and leaves it idle until its timeout. */
async function waitForTimeout(page: Page): Promise<Page> {
  await page.clock.install();
  await visit(page, '/');
  await freezeClock(page);
  const popup = await openPopup(page);
  await expect(popup.getByLabel('Email')).toBeVisible();
  await page.clock.runFor(55_000);
  await expectNoToast(page);
  await page.clock.runFor(6_000);
  await page.clock.resume();
  await expect(toast(page, 'Sign-in timed out')).toBeVisible();
  await expect(toast(page, /The login window stays open/)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectLargeTargets(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  expect(popup.isClosed()).toBe(false);
  return popup;
}

test('an idle popup shows an error after a minute, and a person can still finish in it', async ({
  page,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('Timeout');
  const person = newPerson();
  const popup = await waitForTimeout(page);
  await enterEmail(popup, person);
  await expect(accountLink(page)).toHaveText(person.name);
  await expect.poll(() => popup.isClosed()).toBe(true);
});

test('after the timeout of the popup, a person can log in without it', async ({
  page,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('Timeout');
  const person = newPerson();
  const popup = await waitForTimeout(page);
  await page.getByRole('button', { name: 'Log in on this page' }).click();
  await expect.poll(() => popup.isClosed()).toBe(true);
  await enterEmail(page, person);
  await expect(accountLink(page)).toHaveText(person.name);
});

test('an unreachable provider shows an error, and the visitor can log in once it is reachable', async ({
  page,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('/oauth/token');
  allowBrowserError('error: ');
  const person = newPerson();
  await visit(page, '/jobs');
  await page.route(TOKEN, (route) => route.abort('connectionrefused'));
  const popup = await openPopup(page);
  await enterEmail(popup, person);
  await expect(toast(page, 'The request to the identity provider failed')).toBeVisible();
  await expect(logInButton(page)).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
  await page.unroute(TOKEN);
  // The provider session exists by now, so the popup shows no form.
  await openPopup(page);
  await expect(accountLink(page)).toHaveText(person.name);
});

test('an authorization response with a wrong state is refused', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('Invalid state');
  await visit(page, '/');
  const popup = await openPopup(page);
  await expect(popup.getByLabel('Email')).toBeVisible();
  await popup.evaluate(() => {
    const response = { code: 'x', state: 'forged' };
    window.opener.postMessage({ type: 'authorization_response', response }, '*');
  });
  await expect(toast(page, 'Invalid state')).toBeVisible();
  await expect(logInButton(page)).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
});

test('a sign-in SDK that cannot be loaded shows an error, and can be loaded later', async ({
  page,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('sign-in-attempts');
  const person = newPerson();
  await visit(page, '/');
  await page.route(SDK, (route) => route.abort('connectionrefused'));
  const popup = await openPopup(page);
  await expect(toast(page, 'The request to the identity provider failed')).toBeVisible();
  await expect(logInButton(page)).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
  await page.unroute(SDK);
  await signIn(page, person);
});
