import type { Page } from '@playwright/test';
import { expect, stallRequests } from '../support/fixtures.ts';
import { isolatedBoard } from '../support/isolated-board.ts';
import { fillJob } from '../support/job-form.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, visitAs } from '../support/sign-in.ts';

const test = isolatedBoard({ JOB_REVIEW: 'all' });

const QUEUE = '**/api/job-drafts?*';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

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
  await expect(heading(admin, 'Late Job')).toBeVisible();
  await button(page, 'Withdraw Job').click();
  await expect(heading(page, 'Draft')).toBeVisible();
  await button(admin, 'Approve').click();
  await expect(admin.getByRole('alert')).toContainText('withdrew this job from the review');
});
