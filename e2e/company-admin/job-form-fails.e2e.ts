import { expectErrors } from '../support/error-summary.ts';
import { expect, stallRequests } from '../support/fixtures.ts';
import { failRequests, test } from '../support/isolated-board.ts';
import { clickAdd, clickUpdate, fillJob, JOBS, ONE_JOB, openJobForm } from '../support/job-form.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, signIn, toast, visit } from '../support/sign-in.ts';

test('a failure to add a job shows an error and keeps the input, and a slow save is sent only once', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('/api/jobs');
  await openJobForm(page, board);
  await fillJob(page, 'Unlucky Maker');
  const restore = await failRequests(page, 'POST', JOBS);
  await clickAdd(page);
  await expect(toast(page, 'Job Was Not Added')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Something went wrong on our side.');
  await expect(page).toHaveURL('/jobs/add');
  await expect(page.getByLabel('Job Title')).toHaveValue('Unlucky Maker');
  await expectAccessibleScreens(page);

  await restore();
  await page.route(JOBS, (route) => route.abort());
  await clickAdd(page);
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await page.unroute(JOBS);

  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/jobs')) posts.push('post');
  });
  const { release } = await stallRequests(page, JOBS);
  const button = page.getByRole('button', { name: 'Add Job' });
  await button.dblclick();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  await page.getByLabel('Job Title').press('Enter');
  release();
  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
  expect(posts).toHaveLength(1);
});

test('submitting "Add Job" again after a lost response creates no second job', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('/api/jobs');
  await openJobForm(page, board);
  await fillJob(page, 'Single Maker');
  // The server stores the job, but its response is lost.
  await page.route(JOBS, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await clickAdd(page);
  await expect(toast(page, 'Job Was Not Added')).toBeVisible();
  await page.unroute(JOBS);
  const found = async () => {
    const { results } = await (await board.call('GET', '/api/jobs?limit=100')).json();
    return results.filter((job: { title: string }) => job.title === 'Single Maker').length;
  };
  expect(await found()).toBe(1);

  // Changed input could be meant as a second job, so the employer decides.
  await page.getByLabel('Location').fill('Lisbon');
  await clickAdd(page);
  await expect(page.getByRole('alert')).toContainText('An earlier attempt was stored');
  expect(await found()).toBe(1);
  await page.getByLabel('Location').fill('Porto');
  await clickAdd(page);
  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
});

test('an error that only the server can detect is shown beside its field', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('400');
  const company = await board.addCompany({ name: 'Short-lived' });
  // The form reads the company again when the job is saved.
  allowBrowserError(`404 ${board.url}/api/companies/${company.id}`);
  allowBrowserError(`404 (Not Found) ${board.url}/api/companies/${company.id}`);
  await board.openAs(page, 'siteadmin', '/jobs');
  await page.getByRole('link', { name: 'Add Job' }).click();
  await fillJob(page, 'Late Maker');
  // The preview of the job loads the company.
  const loaded = page.waitForResponse(`/api/companies/${company.id}`);
  await page.getByLabel('Company').selectOption('Short-lived');
  await loaded;
  await board.call('DELETE', `/api/companies/${company.id}`);
  await clickAdd(page);
  await expect(toast(page, 'Job Was Not Added')).toBeVisible();
  await expectErrors(page, ['Company must be a company on this board.']);
  await expect(page.getByLabel('Company')).toHaveAccessibleDescription(
    'Company must be a company on this board.',
  );
  await page.getByLabel('Company').selectOption(board.company.name);
  await clickAdd(page);
  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
});

test('a failure to load, update or delete a job shows an error, and the employer can try again', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('/api/jobs/');
  allowBrowserError('ApiError');
  const job = await board.postJob();
  await board.openAs(page, 'companyadmin', '/jobs');
  const restore = await failRequests(page, 'GET', ONE_JOB);
  await page.goto(`/jobs/edit/${job.id}`);
  await expect(toast(page, 'Failed to load job data')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Job');
  await expectAccessibleScreens(page);
  await restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Job Title')).toHaveValue('Carpenter');

  await page.getByLabel('Job Title').fill('Joiner');
  const restorePut = await failRequests(page, 'PUT', ONE_JOB);
  await clickUpdate(page);
  await expect(toast(page, 'Job Was Not Updated')).toBeVisible();
  await expect(page.getByLabel('Job Title')).toHaveValue('Joiner');
  await restorePut();
  await clickUpdate(page);
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Job' }).click();
  const restoreDelete = await failRequests(page, 'DELETE', ONE_JOB);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete Job' }).click();
  await expect(toast(page, 'Job Not Deleted')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Joiner');

  await restoreDelete();
  const { release } = await stallRequests(page, ONE_JOB);
  await page.getByRole('button', { name: 'Delete Job' }).click();
  await dialog.getByRole('button', { name: 'Delete Job' }).click();
  await expect(dialog).toHaveAttribute('aria-busy', 'true');
  // Chromium closes a dialog at the third Escape, even if the event is canceled.
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true });
  await expect(dialog).toBeVisible();
  release();
  await expect(toast(page, 'Job Deleted Successfully')).toBeVisible();
});

test('a job page opens even if the panel for managing the job cannot be loaded', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('assets/manage-');
  const job = await board.postJob();
  await page.route('**/assets/manage-*', (route) => route.fulfill({ status: 404 }));
  await visit(page, `/jobs/${job.id}`);
  const fetched = page.waitForResponse(/assets\/manage-/);
  await signIn(page, demoPerson('companyadmin'));
  await fetched;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Carpenter');
});

test('editing a job that someone else has deleted shows an error', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('410');
  const job = await board.postJob();
  await openJobForm(page, board, `/jobs/edit/${job.id}`);
  await page.getByLabel('Job Title').fill('Mine');
  await board.call('DELETE', `/api/jobs/${job.id}`);
  await clickUpdate(page);
  await expect(page.getByRole('alert')).toHaveText('This job is closed.');
  await expect(page.getByLabel('Job Title')).toHaveValue('Mine');
});
