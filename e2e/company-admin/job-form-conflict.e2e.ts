import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { clickUpdate, ONE_JOB, openJobForm } from '../support/job-form.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast } from '../support/sign-in.ts';

for (const choice of ['Keep my version', 'Use the saved version'] as const) {
  test(`in an edit conflict, the employer decides which version is kept: "${choice}"`, async ({
    page,
    board,
    allowBrowserError,
  }) => {
    allowBrowserError('412');
    allowBrowserError('/api/jobs/');
    const job = await board.postJob();
    await openJobForm(page, board, `/jobs/edit/${job.id}`);
    await page.getByLabel('Job Title').fill('Mine');
    const description = Array.from({ length: 80 }, (_, line) => `Line ${line}.`).join('\n\n');
    const newer = { ...job, title: 'Theirs', type: 'Remote', description };
    await board.call('PUT', `/api/jobs/${job.id}`, newer);
    await clickUpdate(page);
    await expect(toast(page, 'Job Was Not Updated')).toBeVisible();
    const region = page.getByRole('region', {
      name: 'Someone else changed this while you were editing',
    });
    await expect(region.getByRole('heading')).toBeFocused();
    await expect(region.locator('dt')).toHaveText(['Job Type', 'Job Title', 'Description']);
    await expect(region.locator('dd')).toContainText(['Remote', 'Theirs', 'Line 79.']);
    await expect(page.getByLabel('Job Title')).toHaveValue('Mine');
    if (choice === 'Keep my version') {
      await expectAccessibleScreens(page);
      // After a failure, the focus stays on the button, for people who use the keyboard.
      await page.route(ONE_JOB, (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.continue(),
      );
      await region.getByRole('button', { name: choice }).press('Enter');
      await expect(page.getByRole('alert')).toContainText('could not be reached');
      await expect(region.getByRole('button', { name: choice })).toBeFocused();
      await page.unroute(ONE_JOB);
    }

    await region.getByRole('button', { name: choice }).click();
    if (choice === 'Use the saved version') {
      await expect(region).toHaveCount(0);
      await expect(page.getByLabel('Job Title')).toHaveValue('Theirs');
      await expect(page.getByLabel('Job Type')).toHaveValue('Remote');
      await expect(page.getByLabel('Job Type')).toBeFocused();
      await clickUpdate(page);
    }
    await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      choice === 'Keep my version' ? 'Mine' : 'Theirs',
    );
  });
}

test('an edit conflict names the company to which the job was moved and shows the stored version of the job', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('412');
  const job = await board.postJob();
  await board.openAs(page, 'siteadmin', `/jobs/edit/${job.id}`);
  await page.getByLabel('Job Title').fill('Mine');
  const company = await board.addCompany({ name: 'Newcomer' });
  await board.call('PUT', `/api/jobs/${job.id}`, { ...job, company: { id: company.id } });
  await clickUpdate(page);
  const region = page.getByRole('region', {
    name: 'Someone else changed this while you were editing',
  });
  await expect(region.locator('dd')).toHaveText(['Carpenter', 'Newcomer']);
  await region.getByRole('button', { name: 'Use the saved version' }).click();
  await expect(page.getByLabel('Company')).toHaveValue(company.id);

  // If a draft contains a deleted company, the form falls back to the job's current company.
  await page.getByLabel('Job Title').fill('Mine again');
  await board.call('PUT', `/api/jobs/${job.id}`, job);
  await board.call('DELETE', `/api/companies/${company.id}`);
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Job Title')).toHaveValue('Mine again');
  await expect(page.getByLabel('Company')).toHaveValue(board.company.id);
});

test('repeating an update whose response was lost causes no edit conflict', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('/api/jobs/');
  const job = await board.postJob();
  await openJobForm(page, board, `/jobs/edit/${job.id}`);
  await page.getByLabel('Job Title').fill('Saved at once');
  await page.route(ONE_JOB, async (route) => {
    if (route.request().method() === 'PUT') {
      await route.fetch();
      await route.abort();
    } else {
      await route.continue();
    }
  });
  await clickUpdate(page);
  await expect(toast(page, 'Job Was Not Updated')).toBeVisible();
  await page.unroute(ONE_JOB);
  await clickUpdate(page);
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved at once');
});
