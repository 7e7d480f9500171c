import { expect, stallRequests, test } from '../support/fixtures.ts';
import { logInButton, openDrawer, visitAs } from '../support/sign-in.ts';

test('logging out works even before the session is restored', async ({ page, newPerson }) => {
  await visitAs(page, newPerson(), '/');
  const { release } = await stallRequests(page, '**/oauth/token');
  const requested = page.waitForRequest('**/oauth/token');
  await page.reload();
  await requested;
  await (await openDrawer(page)).getByRole('button', { name: 'Log out' }).click();
  await expect(logInButton(page)).toBeVisible();
  release();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  await page.reload();
  await expect(logInButton(page)).toBeVisible();
});
