import type { Page } from '@playwright/test';
import { expect, stallRequests } from '../support/fixtures.ts';
import { isolatedBoard } from '../support/isolated-board.ts';
import { fillJob } from '../support/job-form.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, toast, visit, visitAs } from '../support/sign-in.ts';

const test = isolatedBoard({ JOB_REVIEW: 'all' });

const TITLE = 'Bell Founder';
const QUEUE = '**/api/job-drafts?*';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('a company admin submits a draft; a site admin rejects it with a reason; once corrected, it is approved, and a visitor finds the job', async ({
  page,
  openBrowser,
  allowBrowserError,
}) => {
  // The pages and the API answer 404 for a job that is not published.
  allowBrowserError('404');
  // An incomplete job is refused.
  allowBrowserError('400');
  await visitAs(page, demoPerson('companyadmin'), '/jobs/add');
  await page.getByLabel('Job Title').fill(TITLE);
  await button(page, 'Save as Draft').click();
  await expect(toast(page, 'Draft Saved Successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await expect(page).toHaveTitle(/^Bell Founder \(Draft\)/);
  await expect(heading(page, 'Draft')).toBeVisible();
  await expectAccessibleScreens(page);
  const path = new URL(page.url()).pathname;

  // An incomplete job cannot be submitted.
  await button(page, 'Submit Job').click();
  await expect(page.getByRole('alert')).toContainText('Enter a location.');
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await fillJob(page, TITLE);
  await expectAccessibleScreens(page);
  await button(page, 'Save Draft').click();
  await button(page, 'Submit Job').click();
  await expect(heading(page, 'In review')).toBeVisible();
  await expectAccessibleScreens(page);

  const visitor = await openBrowser();
  await visitor.goto(path);
  await expect(heading(visitor, '404 Not Found')).toBeVisible();

  const admin = await openBrowser();
  await visitAs(admin, demoPerson('siteadmin'), '/account');
  await admin.getByRole('link', { name: 'Review Jobs' }).click();
  await expect(admin.getByText('1 job is waiting.')).toBeVisible();
  await expect(heading(admin, TITLE)).toBeVisible();
  await expect(admin.getByText('You will make things.')).toBeVisible();
  await expectAccessibleScreens(admin);
  // The reviewer uses only the keyboard.
  await button(admin, 'Reject…').focus();
  await admin.keyboard.press('Enter');
  await button(admin, 'Reject Job').focus();
  await admin.keyboard.press('Enter');
  await expect(admin.getByText('Enter a reason.')).toBeVisible();
  await expect(admin.getByLabel('Reason', { exact: true })).toBeFocused();
  await expectAccessibleScreens(admin);
  await admin.getByLabel('Common reasons').selectOption({ index: 1 });
  await button(admin, 'Reject Job').press('Enter');
  await expect(toast(admin, 'Job Rejected Successfully')).toBeVisible();
  await expect(admin.getByText('No jobs to review')).toBeVisible();
  await expect(heading(admin, 'Review Jobs')).toBeFocused();
  await expectAccessibleScreens(admin);

  // The author opens the rejected job from the dashboard.
  await visit(page, '/dashboard');
  await page.getByRole('link', { name: 'Rejected 1' }).click();
  await expect(page.getByText('Reason: The job does not say what the work is.')).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: TITLE, exact: true }).click();
  // The list has the reason, too.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await expect(page.getByText('Reason: The job does not say what the work is.')).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await page.getByLabel('Description').fill('You will cast **bells** of bronze.');
  await button(page, 'Save Draft').click();
  await button(page, 'Submit Job').click();
  await expect(heading(page, 'In review')).toBeVisible();

  // A second job waits behind the first one, and is next after the decision.
  await visit(page, '/jobs/add');
  await fillJob(page, 'Bell Tuner');
  await button(page, 'Add Job').click();
  await expect(toast(page, 'Job Submitted for Review')).toBeVisible();
  await visit(admin, '/admin/review');
  await expect(admin.getByText('2 jobs are waiting.')).toBeVisible();
  await expect(admin.getByText('You will cast bells of bronze.')).toBeVisible();
  await button(admin, 'Approve').press('Enter');
  await expect(toast(admin, 'Job Approved Successfully')).toBeVisible();
  await expect(heading(admin, 'Bell Tuner')).toBeFocused();
  await expect(admin.getByText('1 job is waiting.')).toBeVisible();

  await visit(visitor, '/jobs?q=bell+founder');
  await visitor.getByRole('article', { name: TITLE }).getByRole('link').first().click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await expect(visitor).toHaveURL(path);
  await expect(visitor.getByText('You will cast bells of bronze.')).toBeVisible();
});

test('an edit of a published job is reviewed: the public page stays as it is until a site admin approves it', async ({
  page,
  openBrowser,
}) => {
  const admin = await openBrowser();
  await visitAs(page, demoPerson('companyadmin'), '/jobs/manage');
  await visitAs(admin, demoPerson('siteadmin'), '/jobs/add');
  const company = await companyOf(page);
  await fillJob(admin, 'Clock Maker');
  await admin.getByLabel('Company').selectOption({ value: company });
  await admin.getByLabel('Apply URL').fill('https://clocks.example/apply');
  await button(admin, 'Add Job').click();
  // The preview in the form has a heading with the same title at another level.
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Clock Maker');
  const path = new URL(admin.url()).pathname;

  await visit(page, path.replace('/jobs/', '/jobs/edit/'));
  await page.getByLabel('Job Title').fill('Master Clock Maker');
  await page.getByLabel('Description').fill('You will make clocks.');
  await button(page, 'Update Job').click();
  await expect(toast(page, 'Job Submitted for Review')).toBeVisible();
  await expect(page).toHaveURL(path);
  await expect(heading(page, 'Clock Maker')).toBeVisible();
  await expect(page.getByText('An edit is in review since')).toBeVisible();
  await expectAccessibleScreens(page);

  await visit(admin, '/admin/review');
  await expect(heading(admin, 'Changes')).toBeVisible();
  await expect(admin.locator('ins').first()).toHaveText('Master ');
  await expectAccessibleScreens(admin);
  await button(admin, 'Reject…').click();
  await admin.getByLabel('Reason', { exact: true }).fill('Say which clocks.');
  await button(admin, 'Reject Job').click();
  await expect(toast(admin, 'Job Rejected Successfully')).toBeVisible();

  await visit(page, path);
  await expect(page.getByText('Reason: Say which clocks.')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await expect(page.getByText('A site admin rejected the last edit of this job.')).toBeVisible();
  await expect(page.getByLabel('Job Title')).toHaveValue('Master Clock Maker');
  await expectAccessibleScreens(page);
  await page.getByLabel('Description').fill('You will make tower clocks.');
  await button(page, 'Update Job').click();
  await expect(page).toHaveURL(path);

  await visit(admin, '/admin/review');
  await button(admin, 'Approve').click();
  await expect(toast(admin, 'Job Approved Successfully')).toBeVisible();
  const visitor = await openBrowser();
  await visitor.goto(path);
  await expect(heading(visitor, 'Master Clock Maker')).toBeVisible();
  await expect(visitor.getByText('You will make tower clocks.')).toBeVisible();

  // An edit can be discarded.
  await visit(page, path.replace('/jobs/', '/jobs/edit/'));
  await page.getByLabel('Job Title').fill('Clock Mender');
  await button(page, 'Update Job').click();
  await button(page, 'Discard Edit').click();
  await expect(toast(page, 'Edit Discarded')).toBeVisible();
  await expect(page.getByText('An edit is in review since')).toHaveCount(0);
  await expect(heading(page, 'Master Clock Maker')).toBeVisible();
});

/** The company of the person who is signed in. */
function companyOf(page: Page): Promise<string> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('account') ?? '{}').company);
}

test('while the queue loads, the page shows a spinner; after a failure, a site admin can try again', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('/api/job-drafts');
  allowBrowserError('500');
  const stalled = await stallRequests(page, QUEUE);
  await visitAs(page, demoPerson('siteadmin'), '/admin/review');
  await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible();
  await expectAccessibleScreens(page);
  stalled.release(500);
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expectAccessibleScreens(page);
  await page.unroute(QUEUE);
  await retry.click();
  await expect(retry).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review Jobs');
});

test('a decision that comes too late has no effect, and the page says who was first', async ({
  page,
  openBrowser,
  allowBrowserError,
}) => {
  allowBrowserError('404');
  allowBrowserError('409');
  await visitAs(page, demoPerson('companyadmin'), '/jobs/add');
  await fillJob(page, 'Late Job');
  await button(page, 'Add Job').click();
  await expect(heading(page, 'In review')).toBeVisible();

  const admin = await openBrowser();
  await visitAs(admin, demoPerson('siteadmin'), '/admin/review');
  // The first story leaves a job in the queue.
  await expect(admin.getByRole('article')).toBeVisible();
  if (await heading(admin, 'Bell Tuner').isVisible()) await button(admin, 'Skip').click();
  await expect(heading(admin, 'Late Job')).toBeVisible();
  await button(page, 'Withdraw Job').click();
  await expect(heading(page, 'Draft')).toBeVisible();
  await button(admin, 'Approve').click();
  await expect(admin.getByRole('alert')).toContainText('withdrew this job from the review');
});
