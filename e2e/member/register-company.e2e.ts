import type { Page } from '@playwright/test';
import { twoColors } from '#tests/support/pictures.ts';
import { expect, stallRequests } from '../support/fixtures.ts';
import { failRequests, test } from '../support/isolated-board.ts';
import { fillJob } from '../support/job-form.ts';
import { fillByKeyboard } from '../support/keyboard.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, toast, visit, visitAs } from '../support/sign-in.ts';

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
  return /\b[2-9A-Z]{4}-[2-9A-Z]{4}\b/.exec(text)?.[0] ?? '';
}

test('a person claims a company by a code to an address at its domain, and posts its first job', async ({
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
  await page.getByRole('link', { name: 'Is this your company?' }).click();
  await expect(page).toHaveURL(`/employers?company=${company.id}`);
  await expect(page.getByText('Log in to post jobs for your company')).toBeVisible();
  await visitAs(page, person, `/employers?company=${company.id}`);
  const section = page.getByRole('region', { name: 'Post jobs for your company' });
  await expect(section.getByRole('listitem')).toContainText('Tidal Press');
  await expectAccessibleScreens(page);

  // Search for the company by name, with the keyboard alone.
  await section.getByLabel('Company Name').fill('No such company');
  await expect(section.getByRole('status')).toHaveText(
    'No company on this site is named “No such company”.',
  );
  await expectAccessibleScreens(page);
  await section.getByLabel('Company Name').fill('tidal');
  await button(page, 'Claim Tidal Press').focus();
  await page.keyboard.press('Enter');
  const request = section.getByRole('article', { name: 'Tidal Press' });
  await expect(section.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(request).toContainText('We send a code to an email address at tidal.example');
  await expectAccessibleScreens(page);

  await request.getByLabel('Work email').fill('eve@mail.tidal.example');
  await button(page, 'Send code').click();
  await expect(
    request.getByText('The email address must be an address at tidal.example.'),
  ).toBeVisible();
  await expect(request.getByLabel('Work email')).toBeFocused();
  await expectAccessibleScreens(page);
  await request.getByLabel('Work email').fill('eve@tidal.example');
  await page.keyboard.press('Enter');
  await expect(request.getByLabel('Code', { exact: true })).toBeFocused();
  await expectAccessibleScreens(page);
  await page.keyboard.type('BCDF-2345');
  await page.keyboard.press('Enter');
  await expect(request.getByText('The code is wrong. You have 4 tries left.')).toBeVisible();
  await expectAccessibleScreens(page);

  // The code can still be entered after a reload.
  const code = await codeInMail(await openBrowser(), 'Tidal Press');
  await visit(page, '/employers');
  await request.getByLabel('Code', { exact: true }).fill(code);
  await button(page, 'Enter code').click();
  await expect(toast(page, 'You can now post jobs for Tidal Press')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your companies' })).toContainText('Tidal Press');
  await expect(page.getByText('You are an owner of Tidal Press now.')).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('status').getByRole('link', { name: 'Add Job' }).click();
  await fillJob(page, 'Typesetter');
  await button(page, 'Save as Draft').click();
  await expect(toast(page, 'Draft Saved Successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typesetter');
});

test('a person registers a company with its logo and first job; a site admin rejects it with a reason and approves it later', async ({
  page,
  openBrowser,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('409');
  const person = newPerson();
  await visitAs(page, person, '/employers');
  const section = page.getByRole('region', { name: 'Post jobs for your company' });
  await section.getByLabel('Company Name').fill('Ember Kiln');
  await button(page, 'My company is not listed').click();
  await expect(page.getByRole('heading', { name: 'Register a company' })).toBeFocused();
  await expect(page.getByLabel('Company Name')).toHaveValue('Ember Kiln');
  await button(page, 'Register Company').click();
  await expect(page.getByRole('alert')).toContainText('Enter a description.');
  await expectAccessibleScreens(page);
  await page.getByLabel('Description').fill('We fire **clay**.');
  await page.getByLabel('Website').fill('https://ember-kiln.github.io');
  const picture = await twoColors().png().toBuffer();
  await page
    .getByLabel('Logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await button(page, 'Register Company').click();
  await expect(toast(page, 'Company Saved Successfully')).toBeVisible();
  const request = page.getByRole('article', { name: 'Ember Kiln' });
  // The site is at GitHub Pages, where anyone can have a site, so an email address proves nothing.
  await expect(request).toContainText('A site admin will review this request');
  await expect(request.getByLabel('Work email')).toHaveCount(0);
  await expectAccessibleScreens(page);

  // The first job is stored with the company.
  await button(page, 'Add the first job').click();
  await expect(page.getByRole('heading', { name: 'First job' })).toBeFocused();
  await page.getByLabel('Job Title').fill('Potter');
  await button(page, 'Save as Draft').click();
  await expect(toast(page, 'Job Saved Successfully')).toBeVisible();
  await expect(request).toContainText('First job: Potter, a draft.');
  await button(page, 'Edit the first job').click();
  await expect(page.getByLabel('Job Title')).toHaveValue('Potter');
  await expectAccessibleScreens(page);
  await fillJob(page, 'Potter');
  await page.getByLabel('Apply URL').fill('https://kiln.example/apply');
  await button(page, 'Add Job').click();
  await expect(request).toContainText('First job: Potter, posted when the company is approved.');
  await request.getByLabel('Message to the site admins').fill('We are two potters.');
  await button(page, 'Ask a site admin').click();
  await expect(toast(page, 'Request Submitted for Review')).toBeVisible();
  await expect(request).toContainText('in review since');
  await expectAccessibleScreens(page);

  // The company is public nowhere.
  const visitor = await openBrowser();
  await visit(visitor, '/companies?q=ember');
  await expect(visitor.getByRole('heading', { name: 'Ember Kiln' })).toHaveCount(0);

  const admin = await openBrowser();
  await visitAs(admin, demoPerson('siteadmin'), '/admin/review');
  const queue = admin.getByRole('region', { name: 'Review Companies' });
  await expect(queue).toContainText('1 request is waiting.');
  await expect(queue.getByRole('article', { name: 'Ember Kiln' })).toContainText(
    'We are two potters.',
  );
  const job = queue.getByRole('region', { name: 'First job' });
  for (const text of [
    'Potter',
    'posted with the approval',
    'Over $300K',
    'Porto',
    'kiln.example/apply',
  ]) {
    await expect(job).toContainText(text);
  }
  await expectAccessibleScreens(admin);
  await button(admin, 'Reject request…').press('Enter');
  await button(admin, 'Reject this request').press('Enter');
  await expect(queue.getByText('Enter a reason.')).toBeVisible();
  await expect(queue.getByLabel('Reason for the person')).toBeFocused();
  await expectAccessibleScreens(admin);
  await queue.getByLabel('Reason for the person').fill('Tell us where your kiln is.');
  await button(admin, 'Reject this request').press('Enter');
  await expect(toast(admin, 'Request Rejected Successfully')).toBeVisible();
  await expect(queue).toContainText('No requests for companies.');
  await expect(queue.getByRole('heading', { level: 2 })).toBeFocused();
  await expectAccessibleScreens(admin);

  await visit(page, '/employers');
  await expect(request).toContainText(
    'A site admin rejected this request: Tell us where your kiln is.',
  );
  await expectAccessibleScreens(page);
  await button(page, 'Edit Ember Kiln').click();
  await expect(page.getByText('Current Logo:')).toBeVisible();
  await page.getByLabel('Description').fill('We fire **clay** in Porto.');
  await button(page, 'Save Company').click();
  await expect(request).toContainText('not submitted');
  await button(page, 'Ask a site admin').click();
  await expect(request).toContainText('in review since');

  // Approving a request that was withdrawn in the meantime has no effect.
  await visit(admin, '/admin/review');
  await expect(queue).toContainText('We fire clay in Porto.');
  await button(page, 'Withdraw request').click();
  await expect(request).toContainText('not submitted');
  await button(admin, 'Approve request').click();
  await expect(queue.getByRole('alert')).toContainText('withdrew this request from the review');
  await expectAccessibleScreens(admin);
  await button(page, 'Ask a site admin').click();
  await expect(request).toContainText('in review since');
  await button(admin, 'Reload the requests').click();
  await expect(queue.getByRole('alert')).toHaveCount(0);
  await button(admin, 'Approve request').press('Enter');
  await expect(toast(admin, 'Request Approved Successfully')).toBeVisible();

  await visit(page, '/employers');
  await expect(page.getByRole('region', { name: 'Your companies' })).toContainText('Ember Kiln');
  await visit(visitor, '/jobs?q=potter');
  await expect(visitor.getByRole('article', { name: 'Potter' })).toBeVisible();
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
  await expect(page.getByLabel('Company Name')).toBeVisible();

  const repair = await failRequests(page, 'GET', '**/api/companies?*');
  await page.getByLabel('Company Name').fill('gravel');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveAccessibleDescription(
    'The companies could not be searched.',
  );
  await repair();
  await button(page, 'Try again').click();
  await expect(button(page, 'Claim Gravel Moth')).toBeVisible();

  await button(page, 'My company is not listed').press('Enter');
  await expect(page.getByLabel('Company Name')).toHaveValue('gravel');
  await button(page, 'Back to your requests').focus();
  await fillByKeyboard(page, [['Company Name', 'Gravel Sons']]);
  await page.getByLabel('Description').fill('We sieve.');
  await page.getByLabel('Website').fill('https://gravel-sons.example');
  await page.keyboard.press('Enter');
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
