import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { failRequests, test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, toast, visit, visitAs } from '../support/sign-in.ts';

/** Continues in the same browser as a different person. */
async function continueAs(page: Page, person: Parameters<typeof visitAs>[1], path: string) {
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/about');
  await page.evaluate(() => localStorage.clear());
  await visitAs(page, person, path);
}

/** Reads the URL to which the button in the latest mail leads. */
async function linkInMail(page: Page, subject: string): Promise<string> {
  await page.goto('/dev/mail');
  await page.getByRole('link', { name: subject }).first().click();
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Open the invitation' });
  return (await link.getAttribute('href')) ?? '';
}

test('a member of two companies switches between them, and a site admin sees both teams', async ({
  page,
  board,
}) => {
  const member = demoPerson('companyadmin');
  const other = await board.addCompany({ name: 'Kiln & Sons' });
  const invited = await board.call('POST', `/api/companies/${other.id}/invitations`, {
    email: member.email,
    role: 'owner',
  });
  expect(invited.status).toBe(201);
  const link = await linkInMail(page, 'Join Kiln & Sons at Composable Jobs');
  await visitAs(page, member, new URL(link).pathname + new URL(link).hash);
  await expect(page.getByText('Kiln & Sons invites you to its team as an owner.')).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();
  const companies = page.getByRole('region', { name: 'Your companies' });
  const row = (name: string) => companies.getByRole('listitem').filter({ hasText: name });
  await expect(row('Kiln & Sons')).toContainText('you post jobs for this company');
  await expectAccessibleScreens(page);
  await companies.getByRole('button', { name: `Switch to ${board.company.name}` }).click();
  await expect(toast(page, `You can now post jobs for ${board.company.name}`)).toBeVisible();
  await expect(row(board.company.name)).toContainText('you post jobs for this company');
  await expect(companies.getByRole('heading')).toBeFocused();

  await continueAs(page, demoPerson('siteadmin'), `/companies/${other.id}`);
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(page).toHaveURL(`/dashboard?tab=team&company=${other.id}`);
  const team = page.getByRole('region', { name: 'Team' });
  await team.getByRole('button', { name: `Remove ${member.name}` }).click();
  await expectAccessibleScreens(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(team.getByText('Nobody is in this team yet.')).toBeVisible();
  await expect(team.getByRole('heading', { level: 2 })).toBeFocused();
});

test('a visitor logs in to see an invitation, and a member can load their companies again after a failure', async ({
  page,
  newPerson,
  allowBrowserError,
}) => {
  await visit(page, '/employers/invitation#something');
  await expect(page.getByText('Log in to see and accept your invitation.')).toBeVisible();

  allowBrowserError('500');
  allowBrowserError('Something went wrong on our side.');
  const repair = await failRequests(page, 'GET', '**/api/memberships');
  await visitAs(page, newPerson(), '/employers');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveAccessibleDescription(
    'Your companies could not be loaded.',
  );
  await repair();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Job Title')).toBeVisible();
});
