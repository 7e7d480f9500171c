import { expect, stallRequests } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { clickAdd, clickUpdate, fillJob, JOBS, ONE_JOB, openJobForm } from '../support/job-form.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { accountLink, demoPerson, signIn, toast } from '../support/sign-in.ts';

test('a form accepts no input during a save, and a person who leaves the form during the save is not redirected to the job', async ({
  page,
  board,
}) => {
  const job = await board.postJob();
  await openJobForm(page, board, `/jobs/edit/${job.id}`);
  await page.getByLabel('Job Title').fill('First');
  const { release } = await stallRequests(page, ONE_JOB);
  await clickUpdate(page);
  await page.getByLabel('Job Title').press('End');
  await page.keyboard.type(' and second');
  await expect(page.getByLabel('Job Title')).toHaveValue('First');
  await page.getByRole('link', { name: 'Companies' }).first().click();
  await page
    .getByRole('dialog', { name: 'Leave while your changes are being saved?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(page).toHaveURL('/companies');
  release();
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies');
  await expect(page).toHaveURL('/companies');
  await page.goto(`/jobs/edit/${job.id}`);
  await expect(page.getByLabel('Job Title')).toHaveValue('First');
});

test('leaving with unsaved changes asks for confirmation', async ({ page, board }) => {
  await openJobForm(page, board);
  await page.getByRole('link', { name: 'Companies' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies');
  await page.goBack();
  await page.getByLabel('Job Title').fill('Half a job');
  await page.getByRole('link', { name: 'Companies' }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expectAccessibleScreens(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/jobs/add');
  await expect(page.getByLabel('Job Title')).toHaveValue('Half a job');

  // The browser shows its own dialog before it leaves the site.
  page.once('dialog', (dialog) => dialog.dismiss());
  const opened = page.waitForEvent('dialog');
  await page.evaluate(() => window.location.assign('/companies'));
  expect((await opened).type()).toBe('beforeunload');

  await page.getByRole('link', { name: 'Companies' }).first().click();
  await question.getByRole('button', { name: 'Leave' }).click();
  // Wait for the heading: going back before the page is rendered would not leave the form.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies');
  await page.goBack();
  await expect(page.getByLabel('Job Title')).toHaveValue('');
});

test('unsaved input is restored after a reload and after the end of the session', async ({
  page,
  context,
  board,
  allowBrowserError,
}) => {
  await openJobForm(page, board);
  await fillJob(page, 'Lasting Maker');
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText('Unsaved changes restored.')).toBeVisible();
  await expect(page.getByLabel('Job Title')).toHaveValue('Lasting Maker');
  await expectAccessibleScreens(page);

  // The provider session has ended and the server rejects the token.
  allowBrowserError('401');
  allowBrowserError('/authorize');
  await context.clearCookies();
  await page.route(JOBS, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 401, body: '{}' })
      : route.continue(),
  );
  await clickAdd(page);
  await expect(toast(page, 'Job Was Not Added')).toBeVisible();
  await expect(
    toast(
      page,
      'You have been signed out. Your changes are stored in this tab. Log in to continue.',
    ),
  ).toBeVisible();
  await expect(page).toHaveURL('/employers');
  await page.unroute(JOBS);
  await signIn(page, demoPerson('companyadmin'));
  await expect(page).toHaveURL('/jobs/add');
  await expect(page.getByLabel('Job Title')).toHaveValue('Lasting Maker');
  await expect(page.getByLabel('Description')).toHaveValue('You will make **things**.');
  await expect(page.getByLabel('Company')).toHaveValue(board.company.id);

  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Job Title')).toHaveValue('');
  await page.reload();
  await expect(accountLink(page)).toBeVisible();
  await expect(page.getByLabel('Job Title')).toHaveValue('');
});
