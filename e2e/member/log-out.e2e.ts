import { expect, hold, test } from '../fixtures.ts';
import {
  accountLink,
  enterAddress,
  logInButton,
  logOut,
  openDrawer,
  openPopup,
  visitAs,
} from '../sign-in.ts';

test('logging out leads home, signed out here and at the identity provider', async ({
  page,
  context,
  newPerson,
  baseURL,
}) => {
  const person = newPerson();
  await visitAs(page, person, '/jobs');
  // The question that the page asks at a reload, without showing anything.
  const silent = new URL('/authorize', baseURL);
  silent.search = new URLSearchParams({
    client_id: `composable-jobs-${silent.port}`,
    redirect_uri: baseURL ?? '',
    response_type: 'code',
    scope: 'openid',
    prompt: 'none',
    state: 'x',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString();
  const ask = async () => {
    const reply = await context.request.get(silent.href, { maxRedirects: 0 });
    return new URL(reply.headers().location ?? '').searchParams;
  };
  expect((await ask()).get('code')).toBeTruthy();

  await logOut(page);
  await expect(page).toHaveURL('/');
  await expect(accountLink(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('account'))).toBeNull();
  expect((await ask()).get('error')).toBe('login_required');

  const popup = await openPopup(page);
  await enterAddress(popup, person);
  await expect(accountLink(page)).toHaveText(person.name);
  await page.reload();
  await expect(accountLink(page)).toHaveText(person.name);
  await expect(logInButton(page)).toBeHidden();
});

test('one may log out before it is known again who is here', async ({ page, newPerson }) => {
  await visitAs(page, newPerson(), '/');
  const { release } = await hold(page, '**/oauth/token');
  const asked = page.waitForRequest('**/oauth/token');
  await page.reload();
  await asked;
  await (await openDrawer(page)).getByRole('button', { name: 'Log out' }).click();
  await expect(logInButton(page)).toBeVisible();
  release();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  await page.reload();
  await expect(logInButton(page)).toBeVisible();
});
