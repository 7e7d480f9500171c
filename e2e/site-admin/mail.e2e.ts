import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { expect, stallRequests } from '../support/fixtures.ts';
import { failRequests } from '../support/isolated-board.ts';
import { MAIL_ARRIVAL, test } from '../support/mailed-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { addMails } from '../support/server-data.ts';
import { demoPerson, toast, visitAs } from '../support/sign-in.ts';

const MAILS = '**/api/admin/mails*';

const rows = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const openMail = (page: Page) => visitAs(page, demoPerson('siteadmin'), '/admin/mail');

test('a site admin sees which mails were not sent and why, sends one again, and pauses and resumes mail', async ({
  page,
  board,
}) => {
  await openMail(page);
  await expect(page.getByText('Emails are sent.')).toBeVisible();
  await expect(page.getByText('No emails', { exact: true })).toBeVisible();
  await expectAccessibleScreens(page);

  await addMails(board, [
    { subject: 'A refused mail', status: 'failed', failure: '550 5.1.1 No such user' },
    { subject: 'A lost mail', status: 'unknown', failure: 'Connection closed unexpectedly' },
    { subject: 'An old code', status: 'failed', expires_at: new Date('2026-01-01T00:00:00Z') },
    { subject: 'A mail that arrived', status: 'sent' },
  ]);
  await page.reload();
  await expect(rows(page)).toHaveText(['An old code', 'A lost mail', 'A refused mail']);
  await expect(page.getByText('1 attempt: 550 5.1.1')).toBeVisible();
  await expect(page.getByRole('listitem').getByText('Perhaps sent')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send again/ })).toHaveCount(2);
  await expectAccessibleScreens(page);

  await page
    .getByRole('button', { name: 'Send again: A refused mail, to ada@example.com' })
    .click();
  await expect(toast(page, 'Mail Queued Successfully')).toBeVisible();
  await expect(rows(page)).toHaveText(['An old code', 'A lost mail']);
  await expect(page.getByRole('heading', { name: 'Mail', exact: true })).toBeFocused();
  const arrived = () => board.catcher.mails.map(({ subject }) => subject);
  await expect.poll(arrived, MAIL_ARRIVAL).toEqual(['A refused mail']);

  await page.getByRole('button', { name: 'Pause Mail' }).click();
  await expect(page.getByText('Emails are paused.')).toBeVisible();
  await page.getByRole('button', { name: /^Send again: A lost mail/ }).click();
  await expect(page.getByText('1 email is waiting.')).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('button', { name: 'Resume Mail' }).click();
  await expect(page.getByText('Emails are sent.')).toBeVisible();
  await expect.poll(arrived, MAIL_ARRIVAL).toEqual(['A refused mail', 'A lost mail']);

  // The filters are in the URL, and the CSV file has the same mails.
  await page.getByLabel('Status').selectOption('All emails');
  await page.getByLabel('Recipient or subject').fill('that ARRIVED');
  await expect(rows(page)).toHaveText(['A mail that arrived']);
  await expect(page).toHaveURL('/admin/mail?status=all&q=that+ARRIVED');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await (await download).createReadStream();
  const csv = await text(file);
  expect(csv).toContain('A mail that arrived');
  expect(csv).not.toContain('A lost mail');
  await page.goBack();
  await expect(page).toHaveURL('/admin/mail');

  await page.getByRole('button', { name: 'Send Me a Test Mail' }).click();
  await expect(toast(page, 'Test Mail Queued Successfully')).toBeVisible();
  await expect.poll(() => arrived().at(-1), MAIL_ARRIVAL).toMatch(/^Test mail from/);
});

test('while the mails load, the screen shows a spinner; after a failure, a site admin can try again', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('/api/admin/mails');
  allowBrowserError('500');
  const stalled = await stallRequests(page, MAILS);
  await openMail(page);
  // Before its code is loaded, the screen has a spinner without a heading.
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
  await expectAccessibleScreens(page);
  stalled.release(500);
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expectAccessibleScreens(page);
  await page.unroute(MAILS);

  const succeed = await failRequests(page, 'POST', '**/api/admin/mails/pause');
  await retry.click();
  await page.getByRole('button', { name: 'Pause Mail' }).click();
  await expect(toast(page, 'Mail Was Not Paused')).toBeVisible();
  await succeed();
  await expect(page.getByText('Emails are sent.')).toBeVisible();
});
