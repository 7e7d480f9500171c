import { expect, test } from '../fixtures.ts';
import { logInButton, visit } from '../sign-in.ts';
import { isOfSignIn } from '../sign-in-code.ts';

test('a visitor who is sent away from the account loads nothing of signing in', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (sent) => {
    if (isOfSignIn(sent.url())) loaded.push(sent.url());
  });
  await page.goto('/account', { waitUntil: 'networkidle' });
  await expect(page).toHaveURL('/');
  expect(loaded).toEqual([]);
});

for (const [how, reach] of [
  ['with the pointer', 'hover'],
  ['with the keyboard', 'focus'],
] as const) {
  test(`reaching for "Log in" ${how} fetches what it needs`, async ({ page }) => {
    await visit(page, '/');
    const fetched = page.waitForResponse((response) => isOfSignIn(response.url()));
    await logInButton(page)[reach]();
    expect((await fetched).status()).toBe(200);
  });
}
