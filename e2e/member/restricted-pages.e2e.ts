import { expect, stallRequests, test } from '../support/fixtures.ts';
import { expectAccess } from '../support/restricted-pages.ts';
import { demoPerson, visitAs } from '../support/sign-in.ts';

test('a user opens the pages that the role allows and is redirected home from the others', async ({
  page,
}) => {
  await visitAs(page, demoPerson('user'), '/');
  await expectAccess(page, 'user');
});

test('no page redirects a person before the session is restored', async ({ page }) => {
  const person = demoPerson('user');
  await visitAs(page, person, '/');
  const { release } = await stallRequests(page, '**/api/accounts/*');
  const requested = page.waitForRequest('**/api/accounts/*');
  await page.goto('/account');
  await requested;
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(page).toHaveURL('/account');
  release();
  await expect(page.getByLabel('User ID')).toHaveValue(person.id);
});
