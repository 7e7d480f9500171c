import { DEMO_COMPANIES } from '../demo-board.ts';
import { expect, test } from '../fixtures.ts';
import { expectGoodScreens } from '../screens.ts';
import { accountLink, demoPerson, visitAs } from '../sign-in.ts';

test('the account says what one may do here', async ({ page }) => {
  await visitAs(page, demoPerson('companyadmin'), '/');
  await accountLink(page).click();
  await expect(
    page.getByText(`You are an company admin for ${DEMO_COMPANIES[0]?.name}.`, { exact: true }),
  ).toBeVisible();
  await expectGoodScreens(page);
});
