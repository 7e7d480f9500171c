import { expect, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { enterEmail, logInButton, visit } from '../support/sign-in.ts';

test('the provider’s pages have no accessibility violations', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('400');
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await visit(page, '/');
  await logInButton(page).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await expectAccessibleScreens(page);

  await page
    .locator('form')
    .first()
    .evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
  const entered = `${'Donaudampfschiff'.repeat(8)}.example`;
  await enterEmail(page, { email: entered });
  const email = page.getByLabel('Email');
  await expect(email).toHaveAccessibleDescription(/Enter an email address/);
  await expect(email).toHaveValue(entered);
  await expect(email).toBeFocused();
  await expect(page).toHaveTitle('Error: Sign in · Composable Jobs');
  await expectAccessibleScreens(page);

  await page.goto('/authorize/sign-in/none');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in failed');
  await expect(page.getByText('This sign-in has ended; start again.')).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Back to Composable Jobs' }).click();
  await expect(page).toHaveURL('/');
});
