import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { type IsolatedBoard, test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast } from '../support/sign-in.ts';

const names = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** Adds two companies with the same website, and a job of the second. */
async function addDuplicates(board: IsolatedBoard, name: string) {
  const website = `https://${name.toLowerCase()}.example`;
  const remaining = await board.addCompany({ name, website });
  const merged = await board.addCompany({ name: `${name} Inc.`, website });
  const job = await board.postJob({ title: `${name} Weaver`, company: { id: merged.id } });
  return { remaining, merged, job };
}

test('a site admin merges a duplicate; its URL leads to the other company until the merge is undone', async ({
  page,
  board,
}) => {
  const { remaining, merged, job } = await addDuplicates(board, 'Quaymaker');
  await board.openAs(page, 'siteadmin', '/admin/companies');
  await page.getByLabel('Show').selectOption('Possible duplicates');
  await expect(page).toHaveURL('/admin/companies?show=duplicates');
  // Search by name, because other stories add duplicates, too.
  await page.getByLabel('Name or id').fill('Quaymaker');
  await expect(page).toHaveURL('/admin/companies?show=duplicates&q=Quaymaker');
  await expect(names(page)).toHaveText(['Quaymaker', 'Quaymaker Inc.']);
  await expectAccessibleScreens(page);

  await button(page, 'Merge: Quaymaker Inc.').click();
  await dialog(page).getByRole('button', { name: 'Merge' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Choose a company.');
  await dialog(page).getByLabel('Company', { exact: true }).selectOption('Quaymaker');
  await expect(dialog(page)).toContainText('move to Quaymaker');
  await expectAccessibleScreens(page);
  await dialog(page).getByRole('button', { name: 'Merge' }).click();
  await expect(toast(page, 'Companies Merged')).toBeVisible();
  await expect(page.getByText('No companies match')).toBeVisible();

  // The old URL leads to the other company, with its job.
  const redirect = await page.request.get(`/companies/${merged.id}`, { maxRedirects: 0 });
  expect(redirect.status()).toBe(301);
  await page.goto(`/companies/${merged.id}`);
  await expect(page).toHaveURL(`/companies/${remaining.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quaymaker');
  await page
    .getByRole('article', { name: job.title })
    .getByRole('link', { name: 'Go Look' })
    .click();
  await expect(page).toHaveURL(`/jobs/${job.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(job.title);

  await page.goto(`/admin/audit?kind=merge&q=${merged.id}`);
  await expect(names(page)).toHaveText(['Company merged: Quaymaker Inc.']);
  await page.getByText('Details').click();
  await expect(page.getByRole('term').filter({ hasText: 'Merged into' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: remaining.id })).toBeVisible();
  await expectAccessibleScreens(page);
  await button(page, 'Undo the merge: Quaymaker Inc.').click();
  await expect(dialog(page)).toContainText('The company comes back');
  await expectAccessibleScreens(page);
  await dialog(page).getByRole('button', { name: 'Undo the merge' }).click();
  await expect(toast(page, 'Merge Undone')).toBeVisible();
  await expect(names(page)).toHaveText([
    'Merge undone: Quaymaker Inc.',
    'Company merged: Quaymaker Inc.',
  ]);

  await page.goto(`/companies/${merged.id}`);
  await expect(page).toHaveURL(`/companies/${merged.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quaymaker Inc.');
  await expect(page.getByRole('article', { name: job.title })).toBeVisible();

  // A merge cannot be undone twice.
  await page.goto(`/admin/audit?kind=merge&action=create&q=${merged.id}`);
  await page.getByText('Details').click();
  await expect(page.getByRole('term').filter({ hasText: 'Merged into' })).toBeVisible();
  await expect(button(page, 'Undo the merge: Quaymaker Inc.')).toBeHidden();
});

test('a site admin deletes a company, and restores it with its jobs from the audit trail', async ({
  page,
  board,
}) => {
  const company = await board.addCompany({ name: 'Anvil', website: 'https://anvil.example' });
  const job = await board.postJob({ title: 'Anvil Smith', company: { id: company.id } });
  await board.openAs(page, 'siteadmin', '/admin/companies?q=Anvil');
  await button(page, 'Delete: Anvil').click();
  await expect(dialog(page)).toContainText(
    'All jobs (1 open), drafts, claims and sources are deleted',
  );
  await expectAccessibleScreens(page);
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Company Deleted')).toBeVisible();
  await expect(page.getByText('No companies match')).toBeVisible();
  expect((await page.request.get(`/companies/${company.id}`)).status()).toBe(404);

  await page.goto(`/admin/audit?q=${company.id}&action=delete`);
  await expect(names(page)).toHaveText(['Company deleted: Anvil']);
  await page.getByText('Details').click();
  await expect(page.getByRole('definition').filter({ hasText: 'We **weave**.' })).toBeVisible();
  await button(page, 'Restore: Anvil').click();
  await dialog(page).getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page, 'Restored')).toBeVisible();
  await page.goto(`/companies/${company.id}`);
  await expect(page.getByRole('article', { name: job.title })).toBeVisible();
});

test('if the other company is deleted meanwhile, nothing is merged and the dialog says why', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('400');
  const { remaining } = await addDuplicates(board, 'Spindle');
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
