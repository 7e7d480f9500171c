import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { logInButton, untilIdle, visit } from '../support/sign-in.ts';
import { isSignInRequest } from '../support/sign-in-sdk.ts';

/** Records the sign-in requests of a page. */
function watchSignIn(page: Page): string[] {
  const loaded: string[] = [];
  page.on('request', (sent) => {
    if (isSignInRequest(sent.url())) loaded.push(sent.url());
  });
  return loaded;
}

test('a visitor who is redirected from the account page loads no sign-in code', async ({
  page,
}) => {
  const loaded = watchSignIn(page);
  await untilIdle(page, () => page.goto('/account'));
  await expect(page).toHaveURL('/');
  expect(loaded).toEqual([]);
});

test('moving the focus past "Log in" loads nothing, but pointing at it loads the sign-in code', async ({
  page,
}) => {
  await visit(page, '/');
  const loaded = watchSignIn(page);
  await logInButton(page).focus();
  await page.keyboard.press('Tab');
  // Once this request has been answered, any earlier request of the page has been recorded.
  await page.evaluate(async () => (await fetch('/healthz')).text());
  expect(loaded).toEqual([]);

  const fetched = page.waitForResponse((response) => isSignInRequest(response.url()));
  await logInButton(page).hover();
  expect((await fetched).status()).toBe(200);
});
