import type { Page } from '@playwright/test';
import { expectErrors } from '../support/error-summary.ts';
import { fact } from '../support/fact.ts';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { clickAdd, clickUpdate, fillJob, openJobForm } from '../support/job-form.ts';
import { fillByKeyboard } from '../support/keyboard.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast } from '../support/sign-in.ts';

const placeholder = (page: Page) => page.getByLabel('Salary').getByRole('option').first();

test('by keyboard alone, an employer posts a hybrid job in two cities with its pay, and edits it', async ({
  page,
  board,
}) => {
  await openJobForm(page, board);
  await page.getByLabel('Job Title').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await fillByKeyboard(page, [
    ['Job Type', 'Full'],
    ['Job Title', 'Net Maker'],
    ['Bold', ''],
    ['Description', 'You will make nets.'],
    ['Preview', ''],
    ['Minimum pay', '£50K'],
    ['Maximum pay', '60,000'],
    ['Currency', 'GBP'],
    ['Paid per', ''],
    ['Salary', ''],
    ['Location', 'London; Manchester'],
    ['Workplace', 'Hyb'],
    ['Hours', 'Temp'],
  ]);
  await expect(page.getByLabel('Paid per')).toHaveValue('year');
  await expect(placeholder(page)).toHaveText('Based on the pay');
  await expectAccessibleScreens(page);
  await page.getByLabel('Hours').press('Enter');
  await page.getByRole('button', { name: 'Add Job' }).press('Enter');
  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
  await expect(fact(page, 'Salary')).toHaveText('£50K–£60K / Year');
  await expect(fact(page, 'Workplace')).toHaveText('hybrid');
  await expect(fact(page, 'Location')).toHaveText('London; Manchester');
  const id = page.url().split('/').at(-1);
  const posted = await (await board.call('GET', `/api/jobs/${id}`)).json();
  expect(posted.employment).toBe('temporary');
  expect(posted.places).toMatchObject([{ locality: 'London' }, { locality: 'Manchester' }]);

  await page.getByRole('link', { name: 'Edit Job' }).press('Enter');
  await expect(page.getByLabel('Minimum pay')).toHaveValue('50,000');
  await expect(page.getByLabel('Maximum pay')).toHaveValue('60,000');
  await expect(page.getByLabel('Currency')).toHaveValue('GBP');
  await expect(page.getByLabel('Salary')).toHaveValue('');
  await expect(page.getByLabel('Workplace')).toHaveValue('hybrid');
  await expect(page.getByLabel('Hours')).toHaveValue('temporary');
  await page.getByLabel('Apply URL').fill('example.com/apply');
  await page.getByLabel('Apply URL').blur();
  await expect(page.getByLabel('Apply URL')).toHaveValue('https://example.com/apply');
  await page.getByLabel('Minimum pay').fill('');
  await page.getByLabel('Maximum pay').fill('35.50');
  await page.getByLabel('Paid per').selectOption('Hour');
  await page.getByLabel('Workplace').selectOption('Not stated');
  await clickUpdate(page);
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
  await expect(fact(page, 'Salary')).toHaveText('Up to £35.50 / Hour');
  await expect(fact(page, 'Workplace')).toHaveCount(0);

  await page.getByRole('link', { name: 'Edit Job' }).click();
  await expect(page.getByLabel('Minimum pay')).toHaveValue('');
  await page.getByLabel('Minimum pay').fill('52k');
  await page.getByLabel('Maximum pay').fill('');
  await page.getByLabel('Paid per').selectOption('Year');
  await clickUpdate(page);
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
  await expect(fact(page, 'Salary')).toHaveText('From £52,000 / Year');
});

test('errors in the pay are shown beside its fields, and the salary range is required if no pay is given', async ({
  page,
  board,
}) => {
  await openJobForm(page, board);
  await fillJob(page, 'Rope Maker');
  await page.getByLabel('Minimum pay').fill('60k');
  await page.getByLabel('Maximum pay').fill('50.000');
  await page.getByLabel('Salary').selectOption('Based on the pay');
  await clickAdd(page);
  await expectErrors(page, ['Maximum pay must be an amount, such as 50000.', 'Select a currency.']);
  for (const [label, message] of [
    ['Maximum pay', 'Maximum pay must be an amount, such as 50000.'],
    ['Currency', 'Select a currency.'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(message);
  }
  await expect(page.getByLabel('Salary')).not.toHaveAttribute('aria-invalid');
  await expectAccessibleScreens(page);
  await page.getByLabel('Maximum pay').fill('50k');
  await page.getByLabel('Currency').selectOption('EUR');
  await clickAdd(page);
  await expect(page.getByLabel('Maximum pay')).toHaveAccessibleDescription(
    'Maximum pay must be at least the minimum.',
  );
  await page.getByLabel('Minimum pay').fill('');
  await page.getByLabel('Maximum pay').fill('');
  await expect(placeholder(page)).toBeDisabled();
  await clickAdd(page);
  await expectErrors(page, ['Select a salary range, or state the pay.']);
  await expect(page.getByLabel('Salary')).toHaveAccessibleDescription(
    /^Select a salary range, or state the pay\./,
  );
  // Without a maximum, an error in the minimum is reported only once.
  await page.getByLabel('Minimum pay').fill('much');
  await page.getByLabel('Currency').selectOption('EUR');
  await clickAdd(page);
  await expectErrors(page, ['Minimum pay must be an amount, such as 50000.']);
});

test('the form shows only facts that the employer has stated, so that saving adds none', async ({
  page,
  board,
}) => {
  const job = await board.postJob({
    type: 'Full-Time',
    location: 'Remote (Portugal)',
    employment: 'full-time',
  });
  expect(job).toMatchObject({ workplace: 'remote', stated: ['salary', 'employment'] });
  await openJobForm(page, board, `/jobs/edit/${job.id}`);
  await expect(page.getByLabel('Workplace')).toHaveValue('');
  await expect(page.getByLabel('Hours')).toHaveValue('full-time');
  // The hours depend on the job type, so choosing a different type clears the field.
  await page.getByLabel('Job Type').selectOption('Part-Time');
  await expect(page.getByLabel('Hours')).toHaveValue('');
  await clickUpdate(page);
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
  expect(await (await board.call('GET', `/api/jobs/${job.id}`)).json()).toMatchObject({
    workplace: 'remote',
    employment: 'part-time',
    stated: ['salary'],
  });
});

test('pay is part of drafts and edit conflicts, and the same amount written differently is no conflict', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('412');
  const pay = { minimum: 50_000, maximum: 60_000, currency: 'GBP', unit: 'year' };
  const job = await board.postJob({ pay, salary: '' });
  await openJobForm(page, board, `/jobs/edit/${job.id}`);
  await page.getByLabel('Maximum pay').fill('70k');
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText('Unsaved changes restored.')).toBeVisible();
  await expect(page.getByLabel('Maximum pay')).toHaveValue('70k');

  // The server derives the salary range from the pay.
  const theirs = { ...job, salary: '', pay: { ...pay, unit: 'month' }, workplace: 'on-site' };
  await board.call('PUT', `/api/jobs/${job.id}`, theirs);
  await clickUpdate(page);
  const region = page.getByRole('region', {
    name: 'Someone else changed this while you were editing',
  });
  await expect(region.locator('dt')).toHaveText(['Maximum pay', 'Paid per', 'Workplace']);
  await expect(region.locator('dd')).toHaveText(['60,000', 'Month', 'On-site']);
  await region.getByRole('button', { name: 'Use the saved version' }).click();
  await expect(page.getByLabel('Paid per')).toHaveValue('month');

  await page.getByLabel('Maximum pay').fill('70k');
  const mine = { ...theirs, pay: { ...theirs.pay, maximum: 70_000 } };
  await board.call('PUT', `/api/jobs/${job.id}`, mine);
  await clickUpdate(page);
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
  await expect(fact(page, 'Salary')).toHaveText('£50K–£70K / Month');
});
