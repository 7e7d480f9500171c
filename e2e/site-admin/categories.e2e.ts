import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { enterAt, tabTo, typeInto } from '../support/keyboard.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast, visit } from '../support/sign-in.ts';

const openFilters = (page: Page) => page.locator('summary').filter({ hasText: 'Filters' }).click();
const update = (page: Page) => page.getByRole('button', { name: 'Update Job' });

test('a site admin adds a category by keyboard; a visitor filters by it and opens its page; an employer puts a job into it, and the admin takes one out', async ({
  page,
  board,
  openBrowser,
}) => {
  const builder = await board.postJob({ title: 'Boatbuilder' });
  const cook = await board.postJob({ title: 'Ship’s Cook' });
  const visitor = await openBrowser();
  await visit(visitor, `${board.url}/jobs`);
  await openFilters(visitor);
  await expect(visitor.getByRole('group', { name: 'Workplace' })).toBeVisible();
  await expect(visitor.getByRole('group', { name: 'Category' })).toBeHidden();

  await board.openAs(page, 'siteadmin', '/admin/categories');
  await expect(page.getByRole('heading', { name: 'No categories' })).toBeVisible();
  await enterAt(page, page.getByRole('link', { name: 'Add category' }));
  await typeInto(page, page.getByLabel('Name'), 'Boatbuilding');
  await expect(page.getByLabel('Slug')).toHaveValue('boatbuilding');
  await typeInto(page, page.getByLabel('Slug'), 'Boat building');
  await typeInto(page, page.getByLabel('Description'), 'Jobs for people who build boats');
  await typeInto(page, page.getByLabel('Words in titles'), 'boatbuilder\nshipwright');
  await expect(page.getByText('The category would have 1 job now.')).toBeVisible();
  await enterAt(page, page.getByRole('button', { name: 'Save category' }));
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(
    'Slug must consist of lower-case letters, digits and single hyphens, such as boat-building.',
  );
  await expectAccessibleScreens(page);
  await typeInto(page, page.getByLabel('Slug'), 'boatbuilding');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Category Saved')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'Boatbuilding' });
  await expect(row).toContainText('/categories/boatbuilding · 1 job · boatbuilder, shipwright');
  await expectAccessibleScreens(page);

  await visit(visitor, `${board.url}/jobs`);
  await openFilters(visitor);
  await visitor.getByRole('group', { name: 'Category' }).getByLabel('Boatbuilding').check();
  await expect(visitor).toHaveURL(/\?category=boatbuilding$/);
  await expect(visitor.locator('h2', { hasText: 'Boatbuilder' })).toBeVisible();
  await expect(visitor.getByRole('list', { name: 'Active filters' })).toContainText('Boatbuilding');
  await visit(visitor, `${board.url}/jobs/${builder.id}`);
  await visitor.getByRole('link', { name: 'Boatbuilding' }).click();
  await expect(visitor).toHaveURL(`${board.url}/categories/boatbuilding`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Boatbuilding');
  await expect(visitor.getByText('Jobs for people who build boats')).toBeVisible();
  await expect(visitor.getByRole('heading', { name: 'Boatbuilder' })).toBeVisible();
  await expectAccessibleScreens(visitor);

  const employer = await openBrowser();
  await board.openAs(employer, 'companyadmin', `${board.url}/jobs/edit/${cook.id}`);
  const box = employer.getByRole('group', { name: 'Categories' }).getByLabel('Boatbuilding');
  await tabTo(employer, box);
  await expect(box).not.toBeChecked();
  await employer.keyboard.press('Space');
  await enterAt(employer, update(employer));
  await expect(toast(employer, 'Job Updated Successfully')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Ship’s Cook' })).toBeVisible();

  await visit(page, `/jobs/edit/${builder.id}`);
  const chosen = page.getByRole('group', { name: 'Categories' }).getByLabel('Boatbuilding');
  await expect(chosen).toBeChecked();
  await chosen.uncheck();
  await update(page).click();
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Boatbuilder' })).toBeHidden();

  await visit(page, '/admin/categories');
  await page.getByRole('button', { name: 'Delete Boatbuilding' }).click();
  await expect(toast(page, 'Category Deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No categories' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Boatbuilding' }).first()).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Ship’s Cook' })).toBeVisible();
});
