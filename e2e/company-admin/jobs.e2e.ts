import type { Page } from '@playwright/test';
import { JOB_LABELS } from '#shared/domain/job-fields.ts';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import { errorSummary, expectErrors } from '../support/error-summary.ts';
import { fact } from '../support/fact.ts';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { openJobForm } from '../support/job-form.ts';
import { fillByKeyboard } from '../support/keyboard.ts';
import { waitForAdvice } from '../support/manage-job.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, signIn, toast, visit } from '../support/sign-in.ts';

const titles = (page: Page) => page.getByRole('article').getByRole('heading');

const PAY_FIELDS = ['Minimum pay', 'Maximum pay', 'Currency', 'Paid per'].map(
  (label) => [label, ''] as const,
);

const confirmation = (page: Page) =>
  page.getByRole('dialog', { name: 'Are you sure you want to delete this job?' });

test('an employer posts a job, sees it first in the list, edits it and deletes it', async ({
  page,
  board,
}) => {
  await visit(page, '/jobs');
  await expect(page.getByRole('link', { name: 'Add Job' })).toHaveCount(0);
  await signIn(page, demoPerson('companyadmin'));
  await page.getByRole('link', { name: 'Add Job' }).click();
  await expect(page).toHaveURL('/jobs/add');
  await expect(page).toHaveTitle('Add Job · Composable Jobs');

  for (const [field, label] of Object.entries(JOB_LABELS)) {
    // A board without categories has no choice of them.
    if (field === 'corrections') continue;
    await expect(page.locator(`[name="${field}"]`), label).toBeAttached();
  }
  await expect(page.getByLabel('Job Type')).toHaveValue('Full-Time');
  await expect(page.getByLabel('Job Type').getByRole('option')).toHaveText([
    'Full-Time',
    'Part-Time',
    'Contract',
    'Remote',
    'Internship',
  ]);
  const companies = page.getByLabel('Company').getByRole('option');
  await expect(companies).toHaveText(['Select a company', board.company.name]);
  await expect(companies.first()).toBeDisabled();
  await expect(companies.first()).toHaveAttribute('value', '');
  const closesOn = page.getByLabel('Closes on');
  await expect(closesOn).toHaveValue(defaultClosingDate(new Date(), JOB_LIFETIME_DAYS));
  await expect(closesOn).toHaveAccessibleDescription(/60 days unless you choose a different date/);
  await page.getByLabel('Job Title').fill('Kite Maker');
  await page.getByLabel('Description').fill('You will make **things**.');
  await page.getByLabel('Salary').selectOption('$200K-$300K');
  await page.getByLabel('Location').fill('Porto');
  await page.getByLabel('Company').selectOption(board.company.name);
  await page.getByRole('button', { name: 'Add Job' }).click();

  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/jobs\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kite Maker');
  await expect(fact(page, 'Salary')).toHaveText('$200K-$300K / Year');
  await expect(
    page.getByRole('region', { name: 'Job Description' }).getByText('You will make things.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /^Apply on/ })).toHaveCount(0);

  await page.getByRole('link', { name: 'Back to Job Listings' }).click();
  await expect(titles(page).first()).toHaveText('Kite Maker');
  await page.getByRole('link', { name: 'Composable Jobs' }).first().click();
  const newest = page.getByRole('region', { name: 'Newest jobs' }).getByRole('article').first();
  await expect(newest.getByRole('heading')).toHaveText('Kite Maker');
  await newest.getByRole('link', { name: 'Go Look' }).click();

  await page.getByRole('link', { name: 'Edit Job' }).click();
  await expect(page).toHaveURL(/\/jobs\/edit\/[\da-f-]{36}$/);
  await expect(page.getByLabel('Job Title')).toHaveValue('Kite Maker');
  await expect(page.getByLabel('Description')).toHaveValue('You will make **things**.');
  await expect(page.getByLabel('Salary')).toHaveValue('$200K-$300K');
  await expect(page.getByLabel('Location')).toHaveValue('Porto');
  await expect(page.getByLabel('Company')).toHaveValue(board.company.id);
  await expect(page.getByLabel('Apply URL')).toHaveValue('');
  await expect(page.getByLabel('Job Type').getByRole('option')).toHaveText([
    'Full-Time',
    'Part-Time',
    'Contract',
  ]);
  await page.getByLabel('Job Title').fill('Kite Mender');
  await page.getByLabel('Job Type').selectOption('Contract');
  await page.getByLabel('Apply URL').fill('https://example.com/apply');
  await page.getByRole('button', { name: 'Update Job' }).click();
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/jobs\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kite Mender');
  await expect(
    page.getByRole('link', { name: `Apply on ${board.company.name} website` }),
  ).toHaveAttribute('href', 'https://example.com/apply');

  await waitForAdvice(page);
  await page.getByRole('button', { name: 'Delete Job' }).click();
  await expect(confirmation(page)).toHaveAccessibleDescription(/^“Kite Mender” will be deleted\./);
  await expectAccessibleScreens(page);
  await confirmation(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmation(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete Job' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete Job' }).click();
  await confirmation(page).getByRole('button', { name: 'Delete Job' }).click();
  await expect(toast(page, 'Job Deleted Successfully')).toBeVisible();
  await expect(page).toHaveURL('/jobs');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('article', { name: 'Kite Mender' })).toHaveCount(0);
});

test('a company admin sees "Manage Job" only on jobs of their own company', async ({
  page,
  board,
}) => {
  const own = await board.postJob();
  const company = await board.addCompany();
  const other = await board.postJob({ company: { id: company.id }, title: 'Weaver' });
  await visit(page, `/jobs/${own.id}`);
  const box = page.getByRole('heading', { name: 'Manage Job' });
  await expect(box).toHaveCount(0);
  await signIn(page, demoPerson('companyadmin'));
  await expect(box).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Company' })).toHaveCount(0);
  // The page first shows the account stored in the browser, and loads its role afterwards.
  const account = page.waitForResponse((response) => response.url().includes('/api/accounts/'));
  await page.goto(`/jobs/${other.id}`);
  await account;
  await expect(page.getByRole('link', { name: 'Menu' })).toHaveCount(0);
  await expect(page.locator('.account-link')).toHaveText(demoPerson('companyadmin').name);
  await expect(box).toHaveCount(0);
  // Admins of other companies cannot open the edit form, either.
  await page.goto(`/jobs/edit/${other.id}`);
  await expect(page).toHaveURL('/');
});

test('errors are shown beside each invalid field, and nothing is sent', async ({ page, board }) => {
  await openJobForm(page, board);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  await page.getByLabel('Apply URL').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Add Job' }).click();
  const errors = [
    ['Job Title', 'Enter a job title.'],
    ['Salary', 'Select a salary range, or state the pay.'],
    ['Location', 'Enter a location.'],
    ['Apply URL', 'Apply URL must be a web address that begins with http:// or https://.'],
  ] as const;
  await expectErrors(
    page,
    errors.map(([, message]) => message),
  );
  for (const [label, message] of errors) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`^${message}`));
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.getByLabel('Description')).not.toHaveAttribute('aria-invalid');
  await expect(page.getByLabel('Job Title')).toHaveAttribute('required', '');
  await expect(page.getByLabel('Apply URL')).not.toHaveAttribute('required');
  expect(sent.filter((one) => one.startsWith('POST'))).toEqual([]);
  await expectAccessibleScreens(page);
  // Each link moves the focus to its field. The URL stays, because a new one would discard the input.
  for (const [label, message] of errors) {
    await errorSummary(page).getByRole('link', { name: message }).press('Enter');
    await expect(page.getByLabel(label)).toBeFocused();
    await expect(page.getByText(label, { exact: true }).first()).toBeInViewport();
  }
  await expect(page).toHaveURL('/jobs/add');
});

test('near the limit of a field, the remaining characters are counted, and nothing is cut off', async ({
  page,
  board,
}) => {
  await openJobForm(page, board);
  const title = page.getByLabel('Job Title');
  await title.fill('a'.repeat(179));
  await expect(page.getByText(/ characters left$/)).toHaveCount(0);
  await title.fill('😀'.repeat(185));
  await expect(page.getByText('15 characters left').first()).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('15 characters left');
  await title.fill('a'.repeat(201));
  await expect(page.getByText('1 character too many').first()).toBeVisible();
  await expect(title).toHaveValue('a'.repeat(201));
  await page.getByRole('button', { name: 'Add Job' }).click();
  await expect(title).toHaveAccessibleDescription('Job Title must be at most 200 characters.');
});

test('the preview shows exactly what the job page will show', async ({ page, board }) => {
  await openJobForm(page, board);
  const preview = page.getByRole('region', { name: 'Preview' });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview).toContainText('Nothing to preview.');
  await page
    .getByLabel('Description')
    .fill('# Us\n\nWe **make** <script>alert(1)</script> <img src=x onerror=alert(1)>');
  await expect(preview.getByRole('heading', { name: 'Us' })).toBeVisible();
  await expect(preview).toContainText('<img src=x onerror=alert(1)>');
  await expect(preview.locator('script, img')).toHaveCount(0);
  await expectAccessibleScreens(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview).toHaveCount(0);
});

test('by keyboard alone, an employer posts and deletes a job', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await visit(page, '/jobs');
  await signIn(page, demoPerson('companyadmin'));
  await page.getByRole('link', { name: 'Add Job' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await fillByKeyboard(page, [
    ['Job Type', 'Contract'],
    ['Job Title', 'Keyboard Maker'],
    ['Bold', ''],
    ['Description', 'You will type.'],
    ['Preview', ''],
    ...PAY_FIELDS,
    ['Salary', 'Over'],
    ['Location', 'Porto'],
    ['Workplace', ''],
    ['Hours', ''],
    ['Company', ''],
    ['Apply URL', ''],
    ['Apply by email', 'jobs@kite.example'],
    // The date field has separate tab stops for month, day, year and the calendar button.
    ['Closes on', '12242126'],
  ]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add Job' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keyboard Maker');
  await expect(
    page.getByRole('link', { name: 'Apply by email to jobs@kite.example' }),
  ).toHaveAttribute('href', 'mailto:jobs@kite.example?subject=Keyboard%20Maker');
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
  await expectAccessibleScreens(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(fact(page, 'Salary')).toHaveText('Over $300K / Year');
  await waitForAdvice(page);

  await page.getByRole('button', { name: 'Delete Job' }).focus();
  await page.keyboard.press('Enter');
  await expect(confirmation(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(confirmation(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Job Deleted Successfully')).toBeVisible();
  await expect(page).toHaveURL('/jobs');
});
