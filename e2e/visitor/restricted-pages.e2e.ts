import { expect, test } from '../support/fixtures.ts';
import { expectRedirect, RESTRICTED_PAGES } from '../support/restricted-pages.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import {
  demoPerson,
  enterEmail,
  logInButton,
  openDrawer,
  visit,
  visitAs,
  waitForHydration,
} from '../support/sign-in.ts';

test('a visitor is redirected from restricted pages', async ({ page }) => {
  for (const path of Object.keys(RESTRICTED_PAGES)) {
    await page.goto(path);
    await expectRedirect(page, path);
  }
  await page.goBack();
  await expect(page).not.toHaveURL(/account|add|edit/);
});

test('a visitor who is redirected home learns why, logs in and returns to the page', async ({
  page,
}) => {
  await visit(page, '/dashboard');
  await expectRedirect(page, '/dashboard');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('Log in to open this page.');
  await expectAccessibleScreens(page);
  // The notice belongs to this entry of the history: a reload shows it again, and a new visit does not.
  await page.reload();
  await expect(notice).toBeVisible();
  const popup = page.waitForEvent('popup');
  await waitForHydration(page);
  await notice.getByRole('button', { name: 'Log in' }).click();
  await enterEmail(await popup, demoPerson('companyadmin'));
  await expect(page).toHaveURL('/dashboard');
  await visit(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('"Add Job" leads a visitor to the page for employers; a company admin logs in there and returns to the form', async ({
  page,
}) => {
  await visit(page, '/');
  await page.getByRole('link', { name: 'Add Job' }).click();
  await expectRedirect(page, '/jobs/add');
  await expectAccessibleScreens(page);
  const popup = page.waitForEvent('popup');
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await enterEmail(await popup, demoPerson('companyadmin'));
  await expect(page).toHaveURL('/jobs/add');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Job');
});

test('a member who is redirected learns that their account cannot open the page', async ({
  page,
  newPerson,
}) => {
  await visitAs(page, newPerson(), '/admin');
  await expectRedirect(page, '/admin');
  await expect(page.getByRole('alert')).toContainText('Your account cannot open this page.');
  await expectAccessibleScreens(page);
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
      await expect(drawer.getByRole('listitem')).toHaveText(['Home', 'Jobs', 'Companies', 'Saved']);
    }
  });
});
