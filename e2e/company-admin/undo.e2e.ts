import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { waitForAdvice } from '../support/manage-job.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast } from '../support/sign-in.ts';

/** The time for which an undo is offered (ms). */
const UNDO_PERIOD = 10_000;

const undo = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Undo' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function deleteJob(page: Page, next = '/jobs'): Promise<void> {
  await waitForAdvice(page);
  await page.getByRole('button', { name: 'Delete Job' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Job' }).click();
  await expect(page).toHaveURL(next);
}

test('an employer deletes a job by mistake and undoes it by keyboard', async ({ page, board }) => {
  const { id } = await board.postJob({ title: 'Bell Founder' });
  await board.openAs(page, 'companyadmin', '/dashboard?q=founder');
  await page.getByRole('link', { name: 'Bell Founder', exact: true }).click();
  await deleteJob(page, '/dashboard?q=founder');
  await expect(
    page.getByRole('status').filter({ hasText: 'Deleted “Bell Founder”.' }),
  ).toBeVisible();
  await expect(undo(page)).toHaveAccessibleDescription('Deleted “Bell Founder”.');
  await expect(heading(page)).toBeFocused();
  // Focus the "Undo" button, so that it does not disappear too early on a busy machine.
  await undo(page).focus();
  await expectAccessibleScreens(page);

  // The "Undo" button is just before the heading in the tab order.
  await heading(page).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(undo(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Job Restored Successfully')).toBeVisible();
  await expect(page).toHaveURL(`/jobs/${id}`);
  await expect(heading(page)).toHaveText('Bell Founder');
  await expect(undo(page)).toHaveCount(0);
  // Leave the page: its request for the job's issues in Google may still be running, and would fail after the deletion.
  await page.goto('about:blank');
  await board.call('DELETE', `/api/jobs/${id}`);
});

test('a toast does not cover the "Undo" button, even if the page was scrolled before the deletion', async ({
  page,
  board,
}) => {
  const { id } = await board.postJob({ title: 'Sail Maker' });
  await page.setViewportSize({ width: 360, height: 500 });
  await board.openAs(page, 'companyadmin', `/jobs/${id}`);
  await page.getByRole('button', { name: 'Delete Job' }).scrollIntoViewIfNeeded();
  await deleteJob(page);
  await toast(page, 'Job Deleted Successfully').hover();
  await expect
    .poll(async () => {
      const [button, message] = await Promise.all([
        undo(page).boundingBox(),
        page.locator('[data-sonner-toast]').boundingBox(),
      ]);
      return message && button && message.y - (button.y + button.height);
    })
    .toBeGreaterThan(0);
});

test('the "Undo" button disappears after ten seconds, but not while the pointer or the focus is on it', async ({
  page,
  board,
}) => {
  await page.clock.install();
  const { id } = await board.postJob({ title: 'Tide Keeper' });
  await board.openAs(page, 'companyadmin', `/jobs/${id}`);
  await deleteJob(page);
  await undo(page).focus();
  await page.clock.runFor(3 * UNDO_PERIOD);
  await expect(undo(page)).toBeFocused();
  // The time runs whenever neither the pointer nor the focus is on the "Undo" button, so move the pointer onto it
  // first.
  await undo(page).hover();
  await heading(page).focus();
  await page.clock.runFor(3 * UNDO_PERIOD);
  await expect(undo(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(UNDO_PERIOD);
  await expect(undo(page)).toHaveCount(0);
});

test('closing a job needs no confirmation and can be undone', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('410');
  const { id } = await board.postJob({ title: 'Glass Blower', validthrough: '2099-01-31' });
  await board.openAs(page, 'companyadmin', `/jobs/${id}`);
  await page.getByRole('button', { name: 'Close Job' }).click();
  await expect(page.getByText('This job closed on')).toBeVisible();
  await undo(page).click();
  await expect(toast(page, 'Job Reopened Successfully')).toBeVisible();
  await expect(page.locator('time[datetime="2099-01-31"]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close Job' })).toBeVisible();
  await page.goto('about:blank');
  await board.call('DELETE', `/api/jobs/${id}`);
});

test('an undo that is no longer possible says why', async ({ page, board, allowBrowserError }) => {
  allowBrowserError('/restore');
  const { id } = await board.postJob({ title: 'Net Mender' });
  await board.openAs(page, 'companyadmin', `/jobs/${id}`);
  await deleteJob(page);
  // Focus the "Undo" button, so that it does not disappear too early on a busy machine.
  await undo(page).focus();
  await board.call('POST', `/api/jobs/${id}/restore`);
  await undo(page).click();
  await expect(page.getByText('Job Was Not Restored. This job is not deleted.')).toBeVisible();
  await expect(undo(page)).toBeVisible();
  await board.call('DELETE', `/api/jobs/${id}`);
});
