import { expect, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { accountLink, logInButton, openAccount, startSession } from '../support/sign-in.ts';

test('a member sees where they are signed in, ends one of these sessions, and then signs out everywhere', async ({
  page,
  browser,
  baseURL,
  newPerson,
}) => {
  const person = newPerson();
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  await startSession(other, person);
  await openAccount(page, person);
  const list = page.getByRole('region', { name: 'Your sessions' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByText('This browser')).toHaveCount(1);
  await expectAccessibleScreens(page);

  await list.getByRole('listitem').filter({ hasText: 'Last used' }).getByRole('button').click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  const elsewhere = await other.newPage();
  await elsewhere.goto('/account');
  await expect(logInButton(elsewhere)).toBeVisible();

  await list.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(logInButton(page)).toBeVisible();
  await expect(accountLink(page)).toHaveCount(0);
  await other.close();
});
