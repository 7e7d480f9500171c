import { expect, expectNoOverflow, test } from '../fixtures.ts';
import { expectGoodScreens } from '../screens.ts';
import { accountLink, openAccount, openDrawer, toast } from '../sign-in.ts';

test('axe finds nothing on the account, and none in the open drawer', async ({
  page,
  newPerson,
}) => {
  await openAccount(page, newPerson());
  await expect(page.getByLabel('User ID')).toBeVisible();
  await expectGoodScreens(page);
  await openDrawer(page);
  await expectGoodScreens(page);
});

test('axe finds nothing where a save has failed', async ({ page, newPerson, expectTrouble }) => {
  expectTrouble('400');
  await openAccount(page, newPerson());
  const errors = ['name', 'email', 'bio'].map((path) => ({ path, message: 'must be better' }));
  await page.route('**/api/accounts/*', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'Bad Request', status: 400, errors }),
    }),
  );
  await page.getByRole('button', { name: 'Update Account' }).click();
  await expect(page.getByText('This must be better.')).toHaveCount(3);
  await toast(page, 'Error updating account').hover();
  await expectGoodScreens(page);
});

test('a very long name stays inside', async ({ page, newPerson }) => {
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
