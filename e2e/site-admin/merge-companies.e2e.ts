import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

test('if the other company is deleted meanwhile, nothing is merged and the dialog says why', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('400');
  const website = 'https://spindle.example';
  const remaining = await board.addCompany({ name: 'Spindle', website });
  await board.addCompany({ name: 'Spindle Inc.', website });
  await board.openAs(page, 'siteadmin', '/admin/companies?q=Spindle');
  await button(page, 'Merge: Spindle Inc.').click();
  await dialog(page).getByLabel('Company', { exact: true }).selectOption('Spindle');
  expect((await board.call('DELETE', `/api/companies/${remaining.id}`)).ok).toBe(true);
  await dialog(page).getByRole('button', { name: 'Merge' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'The other company no longer exists. Choose a different one.',
  );
  await expectAccessibleScreens(page);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Merge: Spindle Inc.')).toBeFocused();
});
