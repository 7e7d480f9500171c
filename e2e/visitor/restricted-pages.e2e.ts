import { expect, test } from '../support/fixtures.ts';
import { expectRedirectHome, RESTRICTED_PAGES } from '../support/restricted-pages.ts';
import { logInButton, openDrawer } from '../support/sign-in.ts';

test('a visitor is redirected home from restricted pages', async ({ page }) => {
  for (const path of Object.keys(RESTRICTED_PAGES)) {
    await page.goto(path);
    await expectRedirectHome(page);
  }
  await page.goBack();
  await expect(page).not.toHaveURL(/account|add|edit/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('restricted pages say that they need JavaScript, and no page offers to log in', async ({
    page,
    allowBrowserError,
  }) => {
    allowBrowserError('/assets/');
    for (const path of Object.keys(RESTRICTED_PAGES)) {
      await page.goto(path);
      await expect(page.getByText('This page needs JavaScript to sign you in.')).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden();
      await expect(logInButton(page)).toBeHidden();
      const drawer = await openDrawer(page);
      await expect(drawer.getByRole('listitem')).toHaveText(['Home', 'Jobs', 'Companies']);
    }
  });
});
