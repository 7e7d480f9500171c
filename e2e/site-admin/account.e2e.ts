import { expect, test } from '../fixtures.ts';
import { expectGoodScreens } from '../screens.ts';
import { accountLink, demoPerson, signIn, visit } from '../sign-in.ts';

test('the account says what one may do here', async ({ page }) => {
  await visit(page, '/');
  await signIn(page, demoPerson('siteadmin'));
  await accountLink(page).click();
  await expect(page.getByText('You are a site admin!', { exact: true })).toBeVisible();
  await expectGoodScreens(page);
});
