import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { type Passkeys, virtualPasskeys, waitForSuggestions } from '../support/passkeys.ts';
import { enterCode, publicBoard, setUpBoard } from '../support/public-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import {
  accountLink,
  logInButton,
  logOut,
  openPopup,
  visit,
  waitForAccountPage,
} from '../support/sign-in.ts';

const test = publicBoard();

/**
 * Waits for the last section of the account page. A request that is still running when the session ends would fail.
 */
const waitForLastSection = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Download my data' })).toBeVisible();

/** Removes the passkey that was added at the sign-in, and adds a new one with a name. */
async function replacePasskey(page: Page, passkeys: Passkeys): Promise<void> {
  await passkeys.use(page);
  const list = page.getByRole('region', { name: 'Passkeys' });
  const add = list.getByRole('button', { name: 'Add a passkey' });
  await expect(list.getByText('Chrome on Linux', { exact: true })).toBeVisible();
  await expectAccessibleScreens(page);
  await passkeys.confirm(async () => {
    await add.click();
    await expect(list.getByRole('alert')).toHaveText(
      'This device already has a passkey for your account.',
    );
  });
  await list.getByRole('button', { name: 'Remove: Chrome on Linux' }).click();
  await expectAccessibleScreens(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(list.getByText('Chrome on Linux', { exact: true })).toBeHidden();
  await expect(list.getByRole('heading')).toBeFocused();
  await list.getByLabel('Name of the new passkey').fill('Laptop at work');
  await passkeys.confirm(async () => {
    await add.click();
    // Match the whole text, because the hint of the field contains the same words.
    await expect(list.getByText('Laptop at work', { exact: true })).toBeVisible();
  });
}

/** Opens the popup and waits for its page. Gives the popup a virtual device that can store passkeys. */
async function openSignIn(page: Page, passkeys: Passkeys): Promise<Page> {
  const popup = await openPopup(page);
  await passkeys.use(popup);
  await expect(popup.getByLabel('Email')).toBeVisible();
  await expectAccessibleScreens(popup);
  return popup;
}

test('on a public board, an operator becomes a site admin by a setup link and a code, adds a passkey, signs in with it and signs out everywhere', async ({
  page,
  board,
  allowBrowserError,
}) => {
  // The first login finds no account and creates one.
  allowBrowserError('404');
  const passkeys = virtualPasskeys();
  await setUpBoard(page, board);
  const first = await openSignIn(page, passkeys);
  await enterCode(first, board);
  await expect(first.getByRole('heading', { name: 'Sign in faster next time' })).toBeVisible();
  await expectAccessibleScreens(first);
  await passkeys.confirm(async () => {
    await first.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(accountLink(page)).toHaveText('Grace');
  });

  await page.goto('/account');
  await expect(page.getByText('You are a site admin!')).toBeVisible();
  await replacePasskey(page, passkeys);
  await page.goto('/companies/add');
  await page.getByLabel('Company Name').fill('Loom');
  await page.getByLabel('Description').fill('Loom makes looms.');
  await page.getByLabel('Website').fill('https://loom.example');
  await page.getByRole('button', { name: 'Add Company' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loom');

  await waitForAccountPage(page, () => page.goto('/account'));
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(logInButton(page)).toBeVisible();
  await visit(page, '/');
  const second = await openSignIn(page, passkeys);
  await passkeys.confirm(async () => {
    await second.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(accountLink(page)).toHaveText('Grace');
  });
  await page.goto('/account');
  await expect(page.getByText('You are a site admin!')).toBeVisible();
});

test('on a public board, an operator becomes a site admin by a setup link and a sign-in with another provider', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('404');
  const { provider } = board;
  await setUpBoard(page, board);
  // The provider's page cuts the popup off from the board's page (`Cross-Origin-Opener-Policy`).
  let isKnown = false;
  provider.override = (path, response) => {
    const { pathname, searchParams } = new URL(path, provider.origin);
    if (pathname !== '/authorize' || searchParams.has('allowed')) return false;
    const canceled = new URLSearchParams({
      error: 'access_denied',
      state: searchParams.get('state') ?? '',
      iss: provider.origin,
    });
    response.writeHead(200, {
      'content-type': 'text/html',
      'cross-origin-opener-policy': 'same-origin',
    });
    response.end(
      isKnown
        ? `<meta http-equiv="refresh" content="0;url=${path}&allowed">`
        : `<a href="${searchParams.get('redirect_uri')}?${canceled}">Cancel</a>
          <a href="${path}&allowed">Allow</a>`,
    );
    return true;
  };
  provider.claims = { name: 'Hedy Lamarr', email: 'hedy@example.com', email_verified: true };
  const popup = await openPopup(page);
  await popup.getByRole('link', { name: 'Continue with Acme' }).click();
  await popup.getByRole('link', { name: 'Cancel' }).click();
  await expect(popup.getByText('Acme did not sign you in.')).toBeVisible();
  await expectAccessibleScreens(popup);
  await popup.getByRole('link', { name: 'Continue with Acme' }).click();
  await popup.getByRole('link', { name: 'Allow' }).click();
  await expect(accountLink(page)).toHaveText('Hedy Lamarr');
  await page.goto('/account');
  await expect(page.getByText('You are a site admin!')).toBeVisible();

  // The next time, the provider recognizes the person, so the sign-in completes before the page notices that it has
  // lost the popup.
  await logOut(page);
  isKnown = true;
  const nextPopup = await openPopup(page);
  await nextPopup.getByRole('link', { name: 'Continue with Acme' }).click();
  await expect(accountLink(page)).toHaveText('Hedy Lamarr');

  // A code to the same email address signs in to the same account, so the person no longer needs the provider.
  await logOut(page);
  await enterCode(await openPopup(page), board, 'hedy@example.com');
  await expect(accountLink(page)).toHaveText('Hedy Lamarr');
  await page.goto('/account');
  const list = page.getByRole('region', { name: 'How you sign in' });
  await expect(list.getByRole('listitem')).toContainText([
    'Acme, hedy@example.com',
    'Email, hedy@example.com',
  ]);
  await waitForLastSection(page);
  await expectAccessibleScreens(page);
  await list.getByRole('button', { name: 'Remove: Acme, hedy@example.com' }).press('Enter');
  await expectAccessibleScreens(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByRole('heading')).toBeFocused();
  await expect(list.getByRole('button')).toHaveCount(0);
});

test('without a popup, a person signs in with a code, a passkey or another provider in the same window', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('404');
  const passkeys = virtualPasskeys();
  await passkeys.use(page);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  board.provider.reset();
  board.provider.claims = { sub: 'mary', email: 'mary@example.com', email_verified: true };
  await setUpBoard(page, board);

  await logInButton(page).click();
  await enterCode(page, board, 'mary@example.com');
  // The setup leads to the account page.
  await waitForAccountPage(page, () =>
    passkeys.confirm(async () => {
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await expect(accountLink(page)).toHaveText('Mary');
    }),
  );
  await waitForLastSection(page);
  await logOut(page);
  await logInButton(page).click();
  await waitForSuggestions(page);
  await passkeys.confirm(async () => {
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(accountLink(page)).toHaveText('Mary');
  });

  // The return to the page closes the drawer, so wait for the return before opening the drawer.
  await expect(page).toHaveURL('/');
  await logOut(page);
  await logInButton(page).click();
  // The provider has verified the same address, so this is the same person.
  await page.getByRole('link', { name: 'Continue with Acme' }).click();
  await expect(accountLink(page)).toHaveText('Mary');
});
