import type { Page } from '@playwright/test';
import { pages } from '#shared/urls/paths.ts';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { fillJob, JOBS, ONE_JOB, openJobForm } from '../support/job-form.ts';
import { navigationBar, toast } from '../support/sign-in.ts';

/** The server's messages by status. */
const REFUSALS = {
  429: 'Too many requests. Try again in a minute.',
  503: 'The server is overloaded. Try again soon.',
};

/** Refuses requests of one method to a URL with this status. Returns a function that allows them again. */
async function refuse(page: Page, status: keyof typeof REFUSALS, method: string, address: string) {
  await page.route(address, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status,
          contentType: 'application/problem+json; charset=utf-8',
          headers: { 'retry-after': '60' },
          body: JSON.stringify({
            type: 'about:blank',
            title: '',
            status,
            detail: REFUSALS[status],
          }),
        })
      : route.continue(),
  );
  return () => page.unroute(address);
}

test("a rate-limited or overloaded server's message is shown, and no input is lost", async ({
  page,
  board,
  allowBrowserError,
}) => {
  for (const status of Object.keys(REFUSALS)) allowBrowserError(status);
  allowBrowserError('ApiError');
  const job = await board.postJob();

  // The person saves a form.
  await openJobForm(page, board);
  await fillJob(page, 'Patient Weaver');
  const allowPosts = await refuse(page, 429, 'POST', JOBS);
  await page.getByRole('button', { name: 'Add Job' }).click();
  await expect(page.getByRole('alert')).toHaveText(REFUSALS[429]);
  await expect(page.getByLabel('Job Title')).toHaveValue('Patient Weaver');
  await allowPosts();
  await page.getByRole('button', { name: 'Add Job' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patient Weaver');

  // The person loads an edit form.
  const allowReads = await refuse(page, 503, 'GET', ONE_JOB);
  await page.getByRole('link', { name: 'Edit Job' }).click();
  const tryAgain = page.getByText('Try again', { exact: true });
  await expect(tryAgain).toBeVisible();
  await allowReads();
  await tryAgain.click();
  await expect(page.getByLabel('Job Title')).toHaveValue('Patient Weaver');
  await page.goto(pages.job(job.id));

  // The person presses a button.
  const allowDeletes = await refuse(page, 429, 'DELETE', ONE_JOB);
  await page.getByRole('button', { name: 'Delete Job' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Job' }).click();
  await expect(toast(page, 'Job Not Deleted')).toBeVisible();
  await expect(toast(page, REFUSALS[429])).toBeVisible();
  await allowDeletes();

  // The person opens a page.
  const allowLists = await refuse(page, 503, 'GET', '**/api/companies?*');
  await navigationBar(page).getByRole('link', { name: 'Companies' }).click();
  await expect(page).toHaveURL(pages.companies());
  await expect(tryAgain).toBeVisible();
  await allowLists();
  await tryAgain.click();
  await expect(page.getByRole('article').first()).toBeVisible();

  // The person saves the account.
  await page.goto(pages.account());
  await page.getByLabel('Brief Bio of yourself').fill('I weave.');
  const allowAccounts = await refuse(page, 429, 'PUT', '**/api/accounts/*');
  await page.getByRole('button', { name: 'Update Account' }).click();
  await expect(page.getByRole('alert')).toHaveText(REFUSALS[429]);
  await expect(page.getByLabel('Brief Bio of yourself')).toHaveValue('I weave.');
  await allowAccounts();
  await board.call('DELETE', `/api/jobs/${job.id}`);
});
