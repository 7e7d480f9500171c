import { expect, stallRequests } from '../support/fixtures.ts';
import { isolatedBoard } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, visitAs } from '../support/sign-in.ts';

const test = isolatedBoard({ JOB_REVIEW: 'all' });

const QUEUE = '**/api/job-drafts?*';

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
