import type { Page } from '@playwright/test';
import { expect, stallRequests } from '../support/fixtures.ts';
import { failRequests, test } from '../support/isolated-board.ts';
import { enterAt, typeInto } from '../support/keyboard.ts';
import { codeIn } from '../support/mailed-code.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast, visit, visitAs } from '../support/sign-in.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

/** Reads the code in the latest mail about a company. */
async function codeInMail(page: Page, company: string): Promise<string> {
  await page.goto('/dev/mail');
  await page
    .getByRole('link', { name: `Your code for ${company}` })
    .first()
    .click();
  const text = await page.frameLocator('iframe').locator('body').innerText();
  return codeIn(text);
}

test('by keyboard alone, a person claims a company by a code to an address at its domain, waits for objections, and begins its first job', async ({
  page,
  openBrowser,
  board,
  newPerson,
  allowBrowserError,
}) => {
  // The API answers 404 for a job that is not published.
  allowBrowserError('404');
  // The API answers 400 to an email address at a different domain and to a wrong code.
  allowBrowserError('400');
  const company = await board.addCompany({ name: 'Tidal Press', website: 'https://tidal.example' });
  const person = newPerson();
  await visit(page, `/companies/${company.id}`);
  await enterAt(page, page.getByRole('link', { name: 'Is this your company?' }));
  await expect(page).toHaveURL(`/employers?company=${company.id}&step=company`);
  await expect(button(page, 'Choose Tidal Press')).toBeVisible();
  await visitAs(page, person, `/employers?company=${company.id}`);
  const section = page.getByRole('region', { name: 'Your company' });
  await expect(section.getByRole('listitem')).toContainText('Tidal Press');
  await expectAccessibleScreens(page);

  // Search for the company by name.
  await typeInto(page, section.getByLabel('Company Name'), 'No such company');
  await expect(section.getByRole('status')).toHaveText(
    'No company on this site is named “No such company”.',
  );
  await expectAccessibleScreens(page);
  await typeInto(page, section.getByLabel('Company Name'), 'tidal');
  await enterAt(page, button(page, 'Choose Tidal Press'));
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeFocused();
  await enterAt(page, button(page, 'Send'));
  const request = page.getByRole('article', { name: 'Tidal Press' });
  await expect(request).toContainText('We send a code to an email address at tidal.example');
  await expectAccessibleScreens(page);

  await typeInto(page, request.getByLabel('Work email'), 'eve@mail.tidal.example');
  await enterAt(page, button(page, 'Send code'));
  await expect(
    request.getByText('The email address must be an address at tidal.example.'),
  ).toBeVisible();
  await expect(request.getByLabel('Work email')).toBeFocused();
  await expectAccessibleScreens(page);
  await typeInto(page, request.getByLabel('Work email'), 'eve@tidal.example');
  await page.keyboard.press('Enter');
  await expect(request.getByLabel('Code', { exact: true })).toBeFocused();
  await expectAccessibleScreens(page);
  await page.keyboard.type('4829 1305');
  await page.keyboard.press('Enter');
  await expect(request.getByText('The code is wrong. You have 4 tries left.')).toBeVisible();
  await expectAccessibleScreens(page);

  // The code can still be entered after a reload.
  const code = await codeInMail(await openBrowser(), 'Tidal Press');
  await visit(page, '/employers');
  await typeInto(page, request.getByLabel('Code', { exact: true }), code);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'You have proven your address')).toBeVisible();
  await expect(request).toContainText(/You become an owner on .+ UTC, unless an owner/);
  await expectAccessibleScreens(page);
  const queue: { results: { id: string; company: { id: string } | null }[] } = await (
    await board.call('GET', '/api/admin/claims')
  ).json();
  const claim = queue.results.find((one) => one.company?.id === company.id);
  expect((await board.call('POST', `/api/claims/${claim?.id}/approve`)).status).toBe(200);
  await visit(page, '/employers');
  await expect(page.getByRole('heading', { name: 'You post jobs for Tidal Press' })).toBeVisible();
  await visit(page, '/jobs/add');
  await typeInto(page, page.getByLabel('Job Title'), 'Typesetter');
  await enterAt(page, button(page, 'Save as Draft'));
  await expect(toast(page, 'Draft Saved Successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typesetter');
});

test('a person deletes requests and tries again after failures; the forms work by keyboard', async ({
  page,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('/api/claims');
  allowBrowserError('500');
  allowBrowserError('Something went wrong on our side.');
  const person = newPerson();
  await visitAs(page, person, '/about');
  const stalled = await stallRequests(page, '**/api/claims');
  await visit(page, '/employers');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expectAccessibleScreens(page);
  stalled.release(500);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveAccessibleDescription(
    'Your requests could not be loaded.',
  );
  await expectAccessibleScreens(page);
  await page.unroute('**/api/claims');
  await button(page, 'Try again').click();
  await page.getByRole('link', { name: 'continue without a job' }).press('Enter');

  const repair = await failRequests(page, 'GET', '**/api/companies?*');
  await page.getByLabel('Company Name').fill('gravel');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveAccessibleDescription(
    'The companies could not be searched.',
  );
  await repair();
  await button(page, 'Try again').click();
  await expect(button(page, 'Choose Gravel Moth')).toBeVisible();

  await button(page, 'It is another company').press('Enter');
  await page.getByLabel('Company Name').fill('Gravel Sons');
  await page.getByLabel('Description').fill('We sieve.');
  await page.getByLabel('Website').fill('https://gravel-sons.example');
  await page.keyboard.press('Enter');
  await button(page, 'Send').press('Enter');
  const request = page.getByRole('article', { name: 'Gravel Sons' });
  await expect(request).toContainText('We send a code to an email address at gravel-sons.example');
  await button(page, 'I have no email address at gravel-sons.example').press('Enter');
  await expect(request.getByLabel('Message to the site admins')).toBeVisible();
  await button(page, 'Delete the request for Gravel Sons').click();
  await expectAccessibleScreens(page);
  await button(page, 'Delete').click();
  await expect(toast(page, 'Request Deleted Successfully')).toBeVisible();
  await expect(request).toHaveCount(0);
});
