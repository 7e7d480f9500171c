import type { Page } from '@playwright/test';
import { describeCompany, typeFirstJob, writeFirstJob } from '../support/first-job.ts';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { enterAt, tabTo, typeInto } from '../support/keyboard.ts';
import { codeIn } from '../support/mailed-code.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { enterEmail, toast, visit, visitAs, waitForHydration } from '../support/sign-in.ts';

/** The maximum number of fields that a stranger fills in to post a first job. */
const MAX_FIELDS = 11;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const heading2 = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** A person whose address is at this domain. */
const personAt = (domain: string, name: string): Parameters<typeof visitAs>[1] => ({
  id: `embedded|${name}@${domain}`,
  email: `${name}@${domain}`,
  name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
});

test('on a phone and by keyboard alone, a stranger posts a first job from the home page, which is published at once', async ({
  page,
  board,
  allowBrowserError,
}) => {
  // The API answers 404 for the account of a person who signs in for the first time.
  allowBrowserError('404');
  await page.setViewportSize({ width: 360, height: 740 });
  let fields = 0;
  await visit(page, '/');
  await enterAt(page, page.getByRole('main').getByRole('link', { name: 'Add Job' }));
  await expect(page).toHaveURL('/employers');
  await expect(page.getByText('At once, if your email proves a new company.')).toBeAttached();
  await enterAt(page, button(page, 'Next: your company'));
  await expect(page.getByRole('alert')).toContainText('Enter a job title.');
  await expectAccessibleScreens(page);
  fields += await typeFirstJob(page, 'Boat Builder');
  // The input survives a reload, and the end of the tab.
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByLabel('Job Title')).toHaveValue('Boat Builder');
  await enterAt(page, button(page, 'Next: your company'));
  await expect(heading2(page, 'Your company')).toBeFocused();

  await typeInto(page, page.getByLabel('Company Name'), 'Slipway Nine');
  fields += 1;
  await expect(page.getByText('No company on this site is named “Slipway Nine”.')).toBeVisible();
  await expectAccessibleScreens(page);
  await enterAt(page, button(page, 'My company is not listed'));
  await expect(page.getByLabel('Company Name')).toHaveValue('Slipway Nine');
  await enterAt(page, button(page, 'Next: your email'));
  await expect(page.getByRole('alert')).toContainText('Enter the URL of the company’s website.');
  await typeInto(page, page.getByLabel('Website'), 'https://slipway-nine.example');
  await typeInto(page, page.getByLabel('Description'), 'We build wooden boats.');
  fields += 2;
  await expectAccessibleScreens(page);
  await enterAt(page, button(page, 'Next: your email'));

  await expect(heading2(page, 'Your email')).toBeFocused();
  await expect(page.getByText('An address at the company’s own domain also proves')).toBeVisible();
  await enterAt(page, button(page, 'Get a code and send'));
  await expect(page.getByText('Enter your work email.')).toBeVisible();
  await expectAccessibleScreens(page);
  await typeInto(page, page.getByLabel('Work email'), 'mira@slipway-nine.example');
  fields += 1;
  // Back shows what was written, and nothing is lost on the way forth.
  await page.goBack();
  await expect(page.getByLabel('Website')).toHaveValue('https://slipway-nine.example');
  await page.goForward();
  await typeInto(page, page.getByLabel('Work email'), 'mira@slipway-nine.example');
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const popup = await opened;
  await expect(popup.getByLabel('Email')).toHaveValue('mira@slipway-nine.example');
  // A code would be one more field.
  fields += 1;
  await popup.keyboard.press('Enter');

  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
  await expect(heading(page)).toHaveText('Boat Builder');
  expect(fields).toBeLessThanOrEqual(MAX_FIELDS);
  const found = await (await board.call('GET', '/api/jobs?q=boat+builder')).json();
  expect(found.results[0]).toMatchObject({ company: { name: 'Slipway Nine' } });
  // Nothing of the posting stays in the browser: only the session, and which jobs were opened.
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual([
    'account',
    'account-marks',
    'seen',
  ]);
  await visit(page, '/employers');
  await expect(heading2(page, 'You post jobs for Slipway Nine')).toBeVisible();
  await expectAccessibleScreens(page);
});

test('by keyboard alone, a stranger posts a job for a company that has an owner, who lets them join', async ({
  page,
  openBrowser,
  board,
  allowBrowserError,
}) => {
  // The API answers 404 for a job that is not published.
  allowBrowserError('404');
  const website = 'https://cordage.example';
  const company = await board.addCompany({ name: 'Cordage Works', website });
  const owner = personAt('cordage.example', 'olga');
  const ownerPage = await openBrowser();
  await visitAs(ownerPage, owner, '/account');
  await board.call('POST', `/api/admin/people/${encodeURIComponent(owner.id)}/role`, {
    role: 'companyadmin',
    company: company.id,
  });

  await visit(page, '/employers');
  await typeFirstJob(page, 'Rope Maker');
  await page.keyboard.press('Enter');
  await expect(heading2(page, 'Your company')).toBeFocused();
  await typeInto(page, page.getByLabel('Company Name'), 'cordage');
  await enterAt(page, button(page, 'Choose Cordage Works'));
  await expect(heading2(page, 'Your email')).toBeFocused();
  await typeInto(page, page.getByLabel('Work email'), 'rui@cordage.example');
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const popup = await opened;
  await expect(popup.getByLabel('Email')).toBeFocused();
  await popup.keyboard.press('Enter');

  const request = page.getByRole('article', { name: 'Cordage Works' });
  await expect(request).toContainText(/You become an owner on .+, unless an owner/);
  await expect(request).toContainText('Job: Rope Maker, posted with the approval.');
  await expectAccessibleScreens(page);

  await visit(ownerPage, '/dashboard?tab=team');
  const waiting = ownerPage.getByRole('list', { name: 'Requests to become an owner' });
  await expect(waiting).toContainText('rui@cordage.example');
  await tabTo(ownerPage, waiting.getByRole('button', { name: /as an editor$/ }));
  await expectAccessibleScreens(ownerPage);
  await ownerPage.keyboard.press('Enter');
  await expect(ownerPage.getByText(/^Editor since/)).toBeVisible();
  await visit(page, '/dashboard');
  await expect(page.getByRole('link', { name: 'Rope Maker', exact: true })).toBeVisible();
});

test('a person who signs in elsewhere sends a job without a proof, proves it by a code, and by keyboard alone asks for a second company', async ({
  page,
  openBrowser,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('404');
  const person = newPerson();
  await visitAs(page, person, '/employers');
  await writeFirstJob(page, 'Shipwright');
  await describeCompany(page, 'Keel & Kelson', 'https://keel-kelson.example');
  await button(page, 'Next: your email').click();
  await expect(page.getByText('the next page asks for a proof')).toBeVisible();
  await expectAccessibleScreens(page);
  await button(page, 'Send').click();
  const request = page.getByRole('article', { name: 'Keel & Kelson' });
  await expect(request).toContainText('not submitted');
  await request.getByLabel('Work email').fill('kim@keel-kelson.example');
  await button(page, 'Send code').click();
  await expect(request.getByLabel('Code', { exact: true })).toBeFocused();
  const mail = await openBrowser();
  await mail.goto('/dev/mail');
  await mail.getByRole('link', { name: 'Your code for' }).first().click();
  const text = await mail.frameLocator('iframe').locator('body').innerText();
  const code = codeIn(text);
  await request.getByLabel('Code', { exact: true }).fill(code);
  await button(page, 'Enter code').click();
  await expect(page.getByText('You are an owner of Keel & Kelson now.')).toBeVisible();
  await page.getByRole('status').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('link', { name: 'Shipwright', exact: true })).toBeVisible();

  // A second company, without a job.
  await visit(page, '/employers');
  await enterAt(page, page.getByRole('link', { name: 'Post jobs for another company' }));
  await typeInto(page, page.getByLabel('Company Name'), 'Oakum Store');
  await enterAt(page, button(page, 'My company is not listed'));
  await typeInto(page, page.getByLabel('Website'), 'https://oakum.github.io');
  await typeInto(page, page.getByLabel('Description'), 'We sell oakum.');
  await enterAt(page, button(page, 'Next: your email'));
  await expect(page.getByText('Send your request for Oakum Store.')).toBeVisible();
  await enterAt(page, button(page, 'Send'));
  const second = page.getByRole('article', { name: 'Oakum Store' });
  // Anyone can have a site at GitHub Pages, so no address proves it, and it goes to a site admin at once.
  await expect(second).toContainText('in review since');
  await expect(second).toContainText('It is next.');
  await expectAccessibleScreens(page);
});

test('a failure in the last step loses nothing', async ({ page, newPerson, allowBrowserError }) => {
  allowBrowserError('500');
  allowBrowserError('/api/claims');
  await visitAs(page, newPerson(), '/employers');
  await writeFirstJob(page, 'Sail Maker');
  await describeCompany(page, 'Luff', 'https://luff.example');
  await button(page, 'Next: your email').click();
  await page.route('**/api/claims', (route) => route.fulfill({ status: 500, body: '' }));
  await button(page, 'Send').click();
  await expect(page.getByRole('alert')).toContainText('The job was not sent. Try again.');
  await expectAccessibleScreens(page);
  await page.unroute('**/api/claims');
  await button(page, 'Send').click();
  const request = page.getByRole('article', { name: 'Luff' });
  await expect(request).toContainText('Job: Sail Maker');
  await button(page, 'Delete the request for Luff').click();
  await button(page, 'Delete').click();
  await expect(request).toHaveCount(0);
});

test('a company admin who begins a job there while signed out continues it in "Add Job"', async ({
  page,
  board,
}) => {
  await visit(page, '/employers');
  await writeFirstJob(page, 'Caulker');
  await page.getByLabel('Company Name').fill(board.company.name);
  await button(page, `Choose ${board.company.name}`).click();
  await page.getByLabel('Work email').fill('companyadmin@example.com');
  const opened = page.waitForEvent('popup');
  await button(page, 'Get a code and send').click();
  await enterEmail(await opened, { email: 'companyadmin@example.com' });
  await expect(page).toHaveURL('/jobs/add');
  await expect(page.getByLabel('Job Title')).toHaveValue('Caulker');
  await expect(page.getByLabel('Location')).toHaveValue('Porto, Portugal');
  await button(page, 'Discard changes').click();
});
