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

test('an owner invites a colleague by mail, who joins, posts jobs, becomes an owner and leaves', async ({
  page,
  board,
  newPerson,
  allowBrowserError,
}) => {
  // The API refuses to let the last owner leave (409) and to open a used invitation (404).
  allowBrowserError('409');
  allowBrowserError('404');
  const owner = demoPerson('companyadmin');
  const { name } = board.company;
  const colleague = newPerson();
  await visitAs(page, owner, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'For employers' }).click();
  await expect(page).toHaveURL('/employers');
  const companies = page.getByRole('region', { name: 'Your companies' });
  await expect(companies.getByRole('listitem')).toHaveText(
    new RegExp(`^${name}Owner, you post jobs for this company`),
  );
  const team = page.getByRole('region', { name: 'Team' });
  const members = team.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(members).toHaveCount(1);
  await expect(members).toContainText('(you)');
  await expectAccessibleScreens(page);

  // The last owner cannot leave.
  await companies.getByRole('button', { name: `Leave ${name}` }).click();
  await expectAccessibleScreens(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(companies.getByRole('alert')).toHaveText(
    'You are still in the team. A company needs an owner. Make another member an owner first, or ask a site admin.',
  );

  await team.getByLabel('Email address').fill(colleague.email);
  await team.getByRole('button', { name: 'Send invitation' }).click();
  await expect(toast(page, 'Invitation sent')).toBeVisible();
  const invitations = team.getByRole('list', { name: 'Open invitations' });
  await expect(invitations).toContainText(colleague.email);
  await expectAccessibleScreens(page);
  await expect(team.getByLabel('Email address')).toHaveValue('');

  const link = await linkInMail(page, `Join ${name} at Composable Jobs`);
  await continueAs(page, colleague, '/employers');
  await expect(page.getByText('You are not on a company’s team yet.')).toBeVisible();
  await expectAccessibleScreens(page);
  await visit(page, new URL(link).pathname + new URL(link).hash);
  await expect(page.getByText(`${name} invites you to its team as an editor.`)).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(toast(page, `You are in the team of ${name}`)).toBeVisible();
  await expect(page).toHaveURL('/employers');
  await expect(members).toHaveCount(2);
  // Only owners choose where the company's jobs come from.
  await expect(page.getByRole('link', { name: 'Import jobs from your career page' })).toBeHidden();
  await expect(team.getByRole('button')).toHaveCount(0);
  await companies.getByRole('link', { name: 'Add Job' }).click();
  await expect(page.getByLabel('Company').getByRole('option')).toContainText([name]);

  // The link works once.
  await visit(page, new URL(link).pathname + new URL(link).hash);
  await expect(page.getByText('This invitation was used, has expired')).toBeVisible();
  await expectAccessibleScreens(page);

  await continueAs(page, owner, '/employers');
  await team.getByRole('button', { name: `Make ${colleague.name} an owner` }).click();
  await expect(toast(page, `${colleague.name} is now an owner`)).toBeVisible();
  await expect(members.nth(1)).toContainText('Owner since');
  await team.getByRole('button', { name: `Make ${colleague.name} an editor` }).click();
  await expect(members.nth(1)).toContainText('Editor since');

  await continueAs(page, colleague, '/employers');
  await companies.getByRole('button', { name: `Leave ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(toast(page, `You left ${name}`)).toBeVisible();
  await expect(page.getByText('You are not on a company’s team yet.')).toBeVisible();
});

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
  await expect(page).toHaveURL(`/employers?company=${other.id}`);
  const team = page.getByRole('region', { name: 'Team' });
  await team.getByRole('button', { name: `Remove ${member.name}` }).click();
  await expectAccessibleScreens(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(team.getByText('Nobody is in this team yet.')).toBeVisible();
  await expect(team.getByRole('heading', { level: 2 })).toBeFocused();
});

test('a visitor logs in to see their companies, and can try again after a failure', async ({
  page,
  newPerson,
  allowBrowserError,
}) => {
  await visit(page, '/employers');
  await expect(page.getByText('Log in to post jobs for your company')).toBeVisible();
  await expectAccessibleScreens(page);
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
  await expect(page.getByText('You are not on a company’s team yet.')).toBeVisible();
});
