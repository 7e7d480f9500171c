import type { Page } from '@playwright/test';
import { expect, stallRequests } from '../support/fixtures.ts';
import type { IsolatedBoard } from '../support/isolated-board.ts';
import { addAskingSource, addProposedSource } from '../support/pictures/sources.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { accessToken } from '../support/server-data.ts';
import { demoPerson, navigationBar, toast } from '../support/sign-in.ts';
import { sourceBoard } from '../support/source-board.ts';

const test = sourceBoard({ JOB_REVIEW: 'all' });

const INBOX = '**/api/admin/inbox?*';
const JOB = {
  type: 'Contract',
  location: 'Porto',
  description: 'You will make **tables**.',
  salary: '$60K - $70K',
  applyurl: 'https://example.com/apply',
};

const items = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('link');
const openItem = (page: Page) => page.getByRole('article', { name: 'Open item' });
const itemHeading = (page: Page) => openItem(page).getByRole('heading', { level: 2 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Calls the API of a board as a person. */
async function callerOf(board: IsolatedBoard, email: string) {
  const token = await accessToken(email, board);
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${board.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
}

/** Submits a job for review. Returns its id. */
async function submitJob(
  employer: Awaited<ReturnType<typeof callerOf>>,
  { company }: IsolatedBoard,
  title: string,
): Promise<string> {
  const body = { ...JOB, title, company: { id: company.id } };
  const { id } = await employer('POST', '/job-drafts', body);
  await employer('POST', `/job-drafts/${id}/submit`);
  return id;
}

/** Makes a person a site admin, who decides at the same time. */
async function secondAdmin(board: IsolatedBoard, { id, email }: { id: string; email: string }) {
  const boss = await callerOf(board, email);
  await boss('POST', '/accounts', { id, name: 'Boss', email, bio: '' });
  const path = `/api/admin/people/${encodeURIComponent(id)}/role`;
  expect((await board.call('POST', path, { role: 'siteadmin' })).ok).toBe(true);
  return boss;
}

/** Presses Tab until a control of the open item has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const control = openItem(page).getByRole('button', { name });
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluateAll(([one]) => one === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}

test('a site admin empties an inbox of 20 mixed items by keyboard on one screen', async ({
  page,
  board,
  feeds,
}) => {
  const [user, employer] = await Promise.all(
    (['user', 'companyadmin'] as const).map((role) => callerOf(board, demoPerson(role).email)),
  );
  if (!user || !employer) throw new Error('a person is missing');
  for (const name of ['Weft', 'Larch', 'Quince', 'Sorrel', 'Tansy']) {
    const registration = { name, website: `https://${name}.example`, description: 'We weave.' };
    const { id } = await user('POST', '/claims', { registration });
    await user('POST', `/claims/${id}/submit`, { message: 'I founded it.' });
  }
  const claim = await user('POST', '/claims', { company: { id: board.company.id } });
  await user('POST', `/claims/${claim.id}/submit`, { message: 'I work there.' });
  for (let number = 1; number <= 6; number += 1) {
    await submitJob(employer, board, `Carpenter ${number}`);
  }
  for (const title of ['Cooper', 'Turner', 'Joiner']) {
    const job = await board.postJob({ title });
    const edited = { ...JOB, title: `Head ${title}`, company: { id: board.company.id } };
    await employer('PUT', `/jobs/${job.id}`, edited);
    for (const reason of ['scam', 'wrong']) {
      await user('POST', `/jobs/${job.id}/reports`, { reason, text: 'They ask\nfor money.' });
    }
  }
  const renamed = { ...board.company, name: 'Hopsack & Daughters' };
  await employer('PUT', `/companies/${board.company.id}`, renamed);
  const source = await addAskingSource(board, feeds);

  await board.openAs(page, 'siteadmin', '/');
  await expect(navigationBar(page).getByRole('link', { name: 'Inbox 20' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(page.locator('.menu-count')).toHaveText('20');
  await page.setViewportSize({ width: 1280, height: 800 });
  await navigationBar(page).getByRole('link', { name: 'Inbox 20' }).click();
  await expect(page).toHaveURL('/admin/inbox');
  await expect(page.getByText(/^20 items wait, the oldest for /)).toBeVisible();
  await expectAccessibleScreens(page);
  await expect(items(page).filter({ hasText: '2 reports on one job' })).toHaveCount(3);

  await items(page).first().focus();
  await page.keyboard.press('End');
  await expect(items(page).last()).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(itemHeading(page)).toHaveText('Larch');
  await expect(itemHeading(page)).toBeFocused();
  await expectAccessibleScreens(page);
  await page.keyboard.press('ArrowLeft');
  await expect(itemHeading(page)).toHaveText('Weft');
  await expect(itemHeading(page)).toBeFocused();

  await tabTo(page, 'Reject request…');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Send the rejection');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('Who are you?');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Tell us more.');
  await expectAccessibleScreens(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  for (let left = 19; left > 1; left -= 1) {
    await expect(items(page)).toHaveCount(left);
    await expect(itemHeading(page)).toBeFocused();
    await tabTo(page, /^Approve|^Resolve/);
    await page.keyboard.press('Enter');
    await expect(items(page)).toHaveCount(left - 1);
  }
  // The last item asks whether a source may close jobs.
  await expect(itemHeading(page)).toHaveText('Spindle: Greenhouse');
  await expect(itemHeading(page)).toBeFocused();
  await tabTo(page, 'Close them');
  await page.keyboard.press('Enter');
  await expectAccessibleScreens(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL('/admin/inbox');
  await expect(navigationBar(page).getByRole('link', { name: 'Inbox', exact: true })).toBeVisible();
  await expectAccessibleScreens(page);
  const company = await board.call('GET', `/api/companies/${board.company.id}`);
  expect(await company.json()).toMatchObject({ name: renamed.name });
  const openJobs = async () =>
    (await (await board.call('GET', `/api/jobs?company=${source.company.id}`)).json()).total;
  await expect.poll(openJobs).toBe(4);
});

test('an item that another site admin decides disappears from the list within 5 seconds, and stays open; a late decision gets a conflict', async ({
  page,
  board,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('409');
  const employer = await callerOf(board, demoPerson('companyadmin').email);
  const boss = await secondAdmin(board, newPerson());
  const first = await submitJob(employer, board, 'Weaver');
  const second = await submitJob(employer, board, 'Dyer');
  const third = await submitJob(employer, board, 'Spinner');
  await board.openAs(page, 'siteadmin', `/admin/inbox?item=job-${first}`);
  await expect(itemHeading(page)).toHaveText('Weaver');
  await expect(items(page)).toHaveCount(3);
  await boss('POST', `/job-drafts/${first}/approve`);
  await expect(items(page)).toHaveCount(2, { timeout: 5_000 });
  await expect(openItem(page)).toContainText('Boss approved this job. It is published.');
  await expect(button(page, 'Approve job')).toHaveCount(0);
  await expectAccessibleScreens(page);

  await openItem(page).getByRole('link', { name: 'Next item' }).click();
  await expect(itemHeading(page)).toHaveText('Dyer');
  await items(page).last().click();
  await expect(itemHeading(page)).toHaveText('Spinner');
  const polls = await stallRequests(page, INBOX);
  const reason = 'It is a duplicate.';
  await boss('POST', `/job-drafts/${third}/reject`, { reason });
  await button(page, 'Approve job').click();
  await expect(openItem(page).getByRole('alert')).toContainText(
    'Boss rejected this job. It is rejected.',
  );
  polls.release();
  await page.unroute(INBOX);
  await expect(items(page)).toHaveCount(1);
  await boss('POST', `/job-drafts/${second}/approve`);
});

test('a proposed source that its owner changes is shown again before the decision, and is removed in place', async ({
  page,
  board,
  feeds,
}) => {
  const owner = await callerOf(board, demoPerson('companyadmin').email);
  const { id } = await addProposedSource(board, feeds);
  await board.openAs(page, 'siteadmin', `/admin/inbox?item=question-${id}`);
  await expect(openItem(page)).toContainText('Every 6 hours');
  await owner('PUT', `/sources/${id}`, { interval: 60, settings: {} });
  await expect(openItem(page)).toContainText('This has changed since you opened it.');
  await expect(button(page, 'Approve')).toHaveCount(0);
  await button(page, 'Show the new version').click();
  await expect(openItem(page)).toContainText('Every hour');
  await expect(button(page, 'Approve')).toBeVisible();
  await expectAccessibleScreens(page);
  await button(page, 'Remove source…').click();
  await expectAccessibleScreens(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Source Removed')).toBeVisible();
  await expect(page).toHaveURL('/admin/inbox');
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
});

test('on a phone, the list and the item are one after the other, and Back leads to the list', async ({
  page,
  board,
}) => {
  const employer = await callerOf(board, demoPerson('companyadmin').email);
  const id = await submitJob(employer, board, 'Glazier');
  await page.setViewportSize({ width: 360, height: 800 });
  await board.openAs(page, 'siteadmin', '/admin/inbox');
  await items(page).filter({ hasText: 'Glazier' }).click();
  await expect(page).toHaveURL(`/admin/inbox?item=job-${id}`);
  await expect(itemHeading(page)).toBeFocused();
  await expect(items(page)).toHaveCount(0);
  await page.goBack();
  await expect(items(page).filter({ hasText: 'Glazier' })).toBeFocused();
});
