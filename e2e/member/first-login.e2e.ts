import { expect, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { accessToken, deleteAccount, setRole } from '../support/server-data.ts';
import {
  accountLink,
  logOut,
  signIn,
  visit,
  visitAs,
  waitForAccountPage,
} from '../support/sign-in.ts';

test('a login creates an account from the profile if there is none, and otherwise finds the account', async ({
  page,
  request,
  newPerson,
}) => {
  const person = newPerson();
  const created: unknown[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/api/accounts')) {
      created.push(sent.postDataJSON());
    }
  });
  await visit(page, '/');
  await signIn(page, person);
  const account = { ...person, role: 'user', bio: '', company: '' };
  expect(created).toEqual([account]);

  const token = await accessToken(person.email);
  const response = await request.get(`/api/accounts/${encodeURIComponent(person.id)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await response.json()).toEqual({ ...account, companyname: '' });

  await logOut(page);
  await signIn(page, person);
  expect(created).toHaveLength(1);

  await waitForAccountPage(page, () => accountLink(page).click());
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByRole('button', { name: 'Update Account' }).click();
  await expect(accountLink(page)).toHaveText('Ada Byron');
  await deleteAccount(person.id);
  await logOut(page);
  await signIn(page, person);
  await accountLink(page).click();
  await expect(page.getByLabel('Name')).toHaveValue(person.name);
  expect(created).toEqual([account, account]);
});

test('a new role takes effect when the person reloads the page', async ({
  page,
  request,
  newPerson,
}) => {
  const person = newPerson();
  await visitAs(page, person, '/');
  await accountLink(page).click();
  await expect(page.getByLabel('User ID')).toBeVisible();
  await expect(page.getByText('You are')).toHaveCount(0);

  await setRole(person.email, 'siteadmin');
  await page.reload();
  await expect(page.getByText('You are a site admin!', { exact: true })).toBeVisible();

  const [company] = (await (await request.get('/api/companies?limit=1')).json()).results;
  await setRole(person.email, 'companyadmin', company.id);
  await page.reload();
  await expect(
    page.getByText(`You are an company admin for ${company.name}.`, { exact: true }),
  ).toBeVisible();
  await expectAccessibleScreens(page);
});
