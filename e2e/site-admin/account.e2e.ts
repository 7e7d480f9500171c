import { expect, test } from '../fixtures.ts';
import { expectGoodScreens } from '../screens.ts';
import { accountLink, demoPerson, visitAs } from '../sign-in.ts';

test('the account says what one may do here', async ({ page }) => {
  await visitAs(page, demoPerson('siteadmin'), '/');
  await accountLink(page).click();
  await expect(page.getByText('You are a site admin!', { exact: true })).toBeVisible();
  await expectGoodScreens(page);
});
