import type { Page, Route } from '@playwright/test';
import { SIGN_IN } from '#shared/constants/limits.ts';
import { expect, hold, test } from '../fixtures.ts';
import {
  accountLink,
  enterAddress,
  logInButton,
  openPopup,
  signIn,
  toast,
  visit,
} from '../sign-in.ts';

const TOKEN = '**/oauth/token';

const expectSilence = (page: Page) => expect(page.locator('[data-sonner-toast]')).toHaveCount(0);

/** From now on only what is run of it goes by, and nothing of what a slow machine takes. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}

/** The chunk with the sign-in SDK. */
const SDK = '**/assets/identity-client-*.js';

test('a popup that is closed says nothing, and one can log in again at once', async ({
  page,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/');
  const popup = await openPopup(page);
  await expect(popup.getByLabel('Email')).toBeVisible();
  await popup.close();
  await signIn(page, person);
  await expectSilence(page);
});

test('a popup that is closed is noticed, without a word', async ({ page }) => {
  await page.clock.install();
  await visit(page, '/');
  const popup = await openPopup(page);
  await expect(popup.getByLabel('Email')).toBeVisible();
  await popup.close();
  await page.clock.runFor(3_000);
  // Nobody waits for it any more: its time runs out without a word.
  await page.clock.runFor(SIGN_IN.popupTimeout);
  await expect(logInButton(page)).toBeVisible();
  await expectSilence(page);
});

test('an answer that arrives after its popup has closed is heard', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble('Invalid state');
  await page.clock.install();
  await visit(page, '/');
  await stopClock(page);
  const popup = await openPopup(page);
  await expect(popup.getByLabel('Email')).toBeVisible();
  await popup.close();
  // Long enough for the page to notice once.
  await page.clock.runFor(1_000);
  await page.evaluate(() => {
    const data = { type: 'authorization_response', response: { code: 'x', state: 'late' } };
    window.dispatchEvent(new MessageEvent('message', { origin: window.location.origin, data }));
  });
  await page.clock.resume();
  await expect(toast(page, 'Invalid state')).toBeVisible();
});

test('a popup that is left alone closes after a minute, and that is told', async ({
  page,
  newPerson,
  expectTrouble,
}) => {
  expectTrouble('Timeout');
  const person = newPerson();
  await page.clock.install();
  await visit(page, '/');
  await stopClock(page);
  const popup = await openPopup(page);
  await expect(popup.getByLabel('Email')).toBeVisible();
  await page.clock.runFor(55_000);
  expect(popup.isClosed()).toBe(false);
  const closed = popup.waitForEvent('close');
  await page.clock.runFor(6_000);
  await closed;
  await page.clock.resume();
  await expect(toast(page, 'Sign-in timed out')).toBeVisible();
  await signIn(page, person);
});

const TOKEN_FAILURES: Record<string, (route: Route) => Promise<void>> = {
  fails: (route) => route.fulfill({ status: 500, body: '' }),
  'cannot be reached': (route) => route.abort('connectionrefused'),
};

for (const [how, answer] of Object.entries(TOKEN_FAILURES)) {
  test(`the provider’s token endpoint ${how}: told, signed out, and it works later`, async ({
    page,
    newPerson,
    expectTrouble,
  }) => {
    expectTrouble('/oauth/token');
    expectTrouble('error: ');
    const person = newPerson();
    await visit(page, '/jobs');
    await page.route(TOKEN, answer);
    const popup = await openPopup(page);
    await enterAddress(popup, person);
    await expect(toast(page, 'The request to the identity provider failed')).toBeVisible();
    await expect(logInButton(page)).toBeVisible();
    await expect.poll(() => popup.isClosed()).toBe(true);
    await page.unroute(TOKEN);
    // The provider knows them by now, and does not ask.
    await openPopup(page);
    await expect(accountLink(page)).toHaveText(person.name);
  });
}

test('an answer with another state is refused', async ({ page, expectTrouble }) => {
  expectTrouble('Invalid state');
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

test('the SDK cannot be fetched: told, and it can be later', async ({
  page,
  newPerson,
  expectTrouble,
}) => {
  expectTrouble('identity-client');
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

test('the API fails at the account: told and signed out, and a reload finds it', async ({
  page,
  newPerson,
  expectTrouble,
}) => {
  expectTrouble('503');
  expectTrouble('ApiError');
  expectTrouble('error: ');
  const person = newPerson();
  await visit(page, '/');
  await page.route('**/api/accounts/*', (route) => route.fulfill({ status: 503, body: '' }));
  await enterAddress(await openPopup(page), person);
  await expect(toast(page, 'Your account could not be loaded')).toBeVisible();
  await expect(logInButton(page)).toBeVisible();
  await page.unroute('**/api/accounts/*');
  await page.reload();
  await expect(accountLink(page)).toHaveText(person.name);
});

test('a second click comes back to the popup that is open', async ({
  page,
  context,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/');
  const popup = await openPopup(page);
  await expect(popup.getByLabel('Email')).toBeVisible();
  await popup.getByLabel('Email').fill('ada');
  await logInButton(page).click();
  await logInButton(page).dblclick();
  await expect(popup.getByLabel('Email')).toHaveValue('ada');
  expect(context.pages()).toHaveLength(2);
  await enterAddress(popup, person);
  await expect(accountLink(page)).toHaveText(person.name);
  await expectSilence(page);
});

test('while the account is on its way, a further click does no harm', async ({
  page,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/');
  const { release } = await hold(page, '**/api/accounts/*');
  const asked = page.waitForRequest('**/api/accounts/*');
  await enterAddress(await openPopup(page), person);
  await asked;
  await logInButton(page).click();
  release();
  await expect(accountLink(page)).toHaveText(person.name);
  await expectSilence(page);
});
