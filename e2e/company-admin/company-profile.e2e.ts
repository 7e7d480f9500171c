import type { Page } from '@playwright/test';
import { expect, expectNoOverflow } from '../support/fixtures.ts';
import { failRequests, isolatedBoard } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, toast } from '../support/sign-in.ts';

const test = isolatedBoard();

const PHONE = { width: 360, height: 740 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const profile = (page: Page) => page.getByRole('region', { name: 'Company profile' });
const fact = (page: Page, name: string) =>
  page.locator('.facts > div').filter({ hasText: name }).locator('dd');

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Dashboard' }).getByText('Company').click();
  await expect(page.getByLabel('Company Name')).toBeVisible();
}

test('an owner edits the company’s profile, which its page shows; another name waits for a site admin, who approves it in the inbox', async ({
  page,
  board,
  openBrowser,
}) => {
  const { id, name } = board.company;
  await page.setViewportSize(PHONE);
  await board.openAs(page, 'companyadmin', '/dashboard');
  await openProfile(page);
  await expect(page).toHaveURL('/dashboard?tab=company');
  await expectAccessibleScreens(page);

  // Wrong values are named in sentences, and nothing is lost.
  await page.getByLabel('Industry').fill('Textiles');
  await page.getByLabel('Number of people').selectOption('11 to 50');
  await page.getByLabel('Year of founding').fill('19210');
  await page.getByLabel('Places').fill('Bergen, Norway\nOslo');
  await page.getByLabel('Links').fill('video.example/loom\nhttp://old.example');
  await button(page, 'Update Company').click();
  const problems = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(problems).toContainText('Year of founding must be a year from 1000 to');
  await expect(problems).toContainText('Link 2 must be a web address that begins with https://.');
  await expectAccessibleScreens(page);
  await page.getByLabel('Year of founding').fill('1921');
  await page.getByLabel('Links').fill('video.example/loom');
  await page.getByLabel('Description').fill('We **weave**.');
  await button(page, 'Update Company').click();
  await expect(toast(page, 'Company Updated Successfully')).toBeVisible();
  await expect(profile(page).getByRole('heading', { name: 'Company profile' })).toBeFocused();
  await expect(page.getByLabel('Links')).toHaveValue('https://video.example/loom');

  await page.getByRole('link', { name: 'View company page' }).click();
  await expect(page).toHaveURL(`/companies/${id}`);
  await expect(fact(page, 'Industry')).toHaveText('Textiles');
  await expect(fact(page, 'People')).toHaveText('11 to 50');
  await expect(fact(page, 'Founded')).toHaveText('1921');
  await expect(fact(page, 'Places')).toHaveText('Bergen, Norway; Oslo');
  const link = page.getByRole('link', { name: 'https://video.example/loom' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expectNoOverflow(page);
  await expectAccessibleScreens(page);

  // The name waits; everyone still sees the old one.
  await page.getByRole('link', { name: 'Company profile on the dashboard' }).click();
  await expect(page).toHaveURL(`/dashboard?tab=company&company=${id}`);
  await page.getByLabel('Company Name').fill('Loom of Bergen');
  await button(page, 'Update Company').click();
  await expect(toast(page, 'Company Saved. The New Name or Website Is in Review')).toBeVisible();
  await expect(profile(page)).toContainText('Name: Loom of Bergen');
  await expect(page.getByLabel('Company Name')).toHaveValue('Loom of Bergen');
  await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible();
  await expectAccessibleScreens(page);
  await button(page, 'Withdraw').click();
  await expect(toast(page, 'Request Withdrawn')).toBeVisible();
  await expect(profile(page).getByRole('heading', { name: 'Company profile' })).toBeFocused();
  await expect(page.getByLabel('Company Name')).toHaveValue(name);
  await page.getByLabel('Company Name').fill('Loom Works');
  await button(page, 'Update Company').click();
  await expect(profile(page)).toContainText('Name: Loom Works');

  const admin = await openBrowser();
  await board.openAs(admin, 'siteadmin', '/admin/inbox');
  await admin.getByRole('link', { name: /Change of name or website/ }).click();
  const item = admin.getByRole('article', { name: 'Open item' });
  await expect(item.getByRole('heading', { level: 2 })).toHaveText(name);
  await expect(item).toContainText('RequestedLoom Works');
  await expectAccessibleScreens(admin);

  // The owner asks for another name before the site admin decides: the site admin must read it first.
  await page.getByLabel('Company Name').fill('Loom and Daughters');
  await button(page, 'Update Company').click();
  await expect(profile(page)).toContainText('Name: Loom and Daughters');
  await button(admin, 'Show the new version').click();
  await expect(item).toContainText('RequestedLoom and Daughters');
  await button(admin, 'Approve change').click();
  await expect(toast(admin, 'Change Approved')).toBeVisible();
  await expect(admin.getByText('Nothing waits.')).toBeVisible();

  await visitCompany(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loom and Daughters');
});

/** Opens the company's page by the link on the dashboard. */
async function visitCompany(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('link', { name: 'View company page' }).click();
}

test('an owner reads why another name was rejected, and can load the profile again after a failure', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('500');
  allowBrowserError('Something went wrong on our side.');
  const repair = await failRequests(page, 'GET', '**/api/companies/*/renames');
  await board.openAs(page, 'companyadmin', '/dashboard?tab=company');
  await expect(page.getByText('The company could not be loaded.')).toBeVisible();
  await repair();
  await button(page, 'Try again').click();
  await page.getByLabel('Company Name').fill('Kiln and Sons');
  await button(page, 'Update Company').click();
  await expect(profile(page)).toContainText('In review since');
  const { body } = await board
    .call('GET', '/api/admin/inbox?kind=rename')
    .then(async (response) => ({ body: await response.json() }));
  const reason = 'Another company has this name.\nSend us the register.';
  const rejected = await board.call('POST', `/api/renames/${body.results[0].id}/reject`, {
    reason,
  });
  expect(rejected.status).toBe(204);
  // The form of before the rejection does not send the rejected name again.
  await page.getByLabel('Description').fill('We fire clay.');
  await button(page, 'Update Company').click();
  await expect(toast(page, 'Company Updated Successfully')).toBeVisible();
  await expect(profile(page)).toContainText(`Reason: ${reason}`);
  await expect(page.getByLabel('Company Name')).not.toHaveValue('Kiln and Sons');
  await expectAccessibleScreens(page);
  await button(page, 'Dismiss').click();
  await expect(toast(page, 'Rejection Dismissed')).toBeVisible();
  await expect(button(page, 'Dismiss')).toHaveCount(0);
});

test('an editor reads that only owners edit the company', async ({ page, board }) => {
  const path = `/api/companies/${board.company.id}/team`;
  const { members } = await (await board.call('GET', path)).json();
  const { email } = demoPerson('companyadmin');
  const { id } = members.find((member: { email: string }) => member.email === email);
  await board.call('PUT', `/api/memberships/${id}`, { role: 'editor' });
  await board.openAs(page, 'companyadmin', '/dashboard?tab=company');
  await expect(page.getByText('Only owners of the company edit its name')).toBeVisible();
  await expect(page.getByLabel('Company Name')).toHaveCount(0);
  await expectAccessibleScreens(page);
  await board.call('PUT', `/api/memberships/${id}`, { role: 'owner' });
});
