import type { Locator, Page } from '@playwright/test';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import { expect } from '../support/fixtures.ts';
import { failRequests, type IsolatedBoard, test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { makeOlder } from '../support/server-data.ts';
import { toast, visit } from '../support/sign-in.ts';

const inDays = (days: number) => toPlainDate(new Date(Date.now() + days * 24 * 60 * 60 * 1_000));

const states = (page: Page) => page.getByRole('navigation', { name: 'Jobs by state' });
const rows = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
const button = (page: Page, name: string) => page.getByRole('button', { name });

const closingDateOf = async (board: IsolatedBoard, id: string) =>
  (await (await board.call('GET', `/api/jobs/${id}`)).json()).validthrough;

async function removeJobs(page: Page, board: IsolatedBoard, ids: string[]): Promise<void> {
  await page.goto('about:blank');
  await board.call('POST', '/api/jobs/bulk', { action: 'delete', ids });
}

test('an employer sees jobs by state, with the days left and the data that Google misses, and renews and reopens several', async ({
  page,
  board,
}) => {
  const [soon, later, plain] = [
    await board.postJob({ title: 'Chandler', validthrough: inDays(3) }),
    await board.postJob({ title: 'Saddler', validthrough: inDays(20), location: 'Kiosk 7' }),
    await board.postJob({ title: 'Farrier', validthrough: '' }),
  ];
  await board.openAs(page, 'companyadmin', '/jobs');
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(row(page, 'Chandler')).toContainText('3 days left');
  await expect(row(page, 'Farrier')).toContainText('No closing date');
  const saddler = row(page, 'Saddler');
  await saddler.getByText(/^Missing for Google/).click();
  await expect(saddler.getByText('Name the country in the location')).toBeVisible();
  await expect(states(page).locator('[aria-current=page]')).toHaveText(/^Open \d+$/);
  await expectAccessibleScreens(page);

  // By keyboard, the employer opens the list of jobs that close soon and renews one of them.
  await states(page)
    .getByRole('link', { name: /^Closing soon \d/ })
    .press('Enter');
  await expect(page).toHaveURL('/dashboard?state=closing');
  // A short list has no search field, but its URL accepts a search.
  await expect(page.getByLabel('Search jobs')).toHaveCount(0);
  await visit(page, '/dashboard?state=closing&q=chandler');
  await expect(page.getByLabel('Search jobs')).toHaveValue('chandler');
  await expect(rows(page)).toHaveText(['Chandler']);
  await page.getByRole('checkbox', { name: 'Chandler' }).press('Space');
  await button(page, 'Renew 1 job').press('Enter');
  await expect(toast(page, 'Job Renewed Successfully')).toBeVisible();
  await expect(page.getByText('No jobs match')).toBeVisible();
  expect(await closingDateOf(board, soon.id)).toBe(
    defaultClosingDate(new Date(), JOB_LIFETIME_DAYS),
  );
  await expectAccessibleScreens(page);

  // Of three selected jobs, one can be renewed. The page names the others with the reasons.
  await states(page).getByRole('link', { name: /^Open/ }).click();
  for (const title of ['Chandler', 'Saddler', 'Farrier']) {
    await page.getByRole('checkbox', { name: title }).check();
  }
  await button(page, 'Renew 3 jobs').click();
  const problems = page.getByRole('alert');
  await expect(problems).toContainText('2 jobs could not be changed:');
  await expect(problems).toContainText('Chandler: This job is already renewed');
  await expect(problems).toContainText('Farrier: This job has no closing date.');
  await expectAccessibleScreens(page);

  // A search on the dashboard finds only jobs in the chosen state. "Select all" reopens the closed job that it finds.
  await board.call('POST', `/api/jobs/${plain.id}/close`);
  await states(page)
    .getByRole('link', { name: /^Closed \d/ })
    .click();
  await visit(page, '/dashboard?state=closed&q=far');
  await page.getByLabel('Search jobs').fill('farr');
  await expect(page).toHaveURL('/dashboard?state=closed&q=farr');
  await expect(rows(page)).toHaveText(['Farrier']);
  await expect(page.getByText('closed by an admin')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all 1 on this page' }).check();
  await button(page, 'Reopen 1 job').click();
  await expect(toast(page, 'Job Reopened Successfully')).toBeVisible();
  await expect(page.getByText('No jobs match')).toBeVisible();
  await expectAccessibleScreens(page);

  // Each row has links to edit and duplicate its job.
  await page.goto('/dashboard?q=saddler');
  await page.getByRole('link', { name: 'Duplicate Saddler' }).click();
  await expect(page.getByLabel('Job Title')).toHaveValue('Saddler');
  await expect(page.getByLabel('Closes on')).toHaveValue(
    defaultClosingDate(new Date(), JOB_LIFETIME_DAYS),
  );
  await removeJobs(page, board, [soon.id, later.id, plain.id]);
});

test('drafts are listed by their state, and a list that fails to load can be loaded again', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('500');
  allowBrowserError('ApiError');
  // The edit form first looks for a published job, which does not exist.
  allowBrowserError('404');
  await board.openAs(page, 'companyadmin', '/dashboard?state=review');
  await expect(page.getByText('No jobs in review')).toBeVisible();
  await expectAccessibleScreens(page);
  const draft = { title: 'Half a Wheelwright', company: { id: board.company.id } };
  const { id } = await (await board.call('POST', '/api/job-drafts', draft)).json();
  const repair = await failRequests(page, 'GET', '**/api/dashboard?*');
  await states(page)
    .getByRole('link', { name: /^Drafts/ })
    .click();
  await button(page, 'Try again').waitFor();
  await repair();
  await button(page, 'Try again').click();
  await expect(row(page, draft.title)).toContainText('Changed on');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('link', { name: `Edit ${draft.title}` }).click();
  await expect(page.getByLabel('Job Title')).toHaveValue(draft.title);
  await expect(page.getByLabel('Closes on')).toHaveValue(
    defaultClosingDate(new Date(), JOB_LIFETIME_DAYS),
  );
  await page.goto('about:blank');
  await board.call('DELETE', `/api/job-drafts/${id}`);
});

test('an admin renews a job on its page', async ({ page, board }) => {
  const { id } = await board.postJob({ title: 'Thatcher', validthrough: inDays(3) });
  await board.openAs(page, 'companyadmin', `/jobs/${id}`);
  await button(page, 'Renew Job').click();
  await expect(toast(page, 'Job Renewed Successfully')).toBeVisible();
  await expect(button(page, 'Renew Job')).toHaveCount(0);
  await expect(
    page.locator(`time[datetime="${defaultClosingDate(new Date(), JOB_LIFETIME_DAYS)}"]`),
  ).toBeVisible();
  await removeJobs(page, board, [id]);
});

test('an owner renews and closes jobs by the links in a mail, and ends such mails, without logging in', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('410');
  allowBrowserError('500');
  allowBrowserError('ApiError');
  // The owner has logged in before, which verified their email address.
  await board.openAs(page, 'companyadmin', '/dashboard');
  await expect(rows(page).first()).toBeVisible();
  await page.goto('about:blank');
  await page.context().clearCookies();
  const validthrough = inDays(5);
  const [one, two, three, four] = [
    await board.postJob({ title: 'Cooper', validthrough }),
    await board.postJob({ title: 'Cartwright', validthrough }),
    await board.postJob({ title: 'Cutler', validthrough }),
    await board.postJob({ title: 'Chandler', validthrough }),
  ];
  const ids = [one.id, two.id, three.id, four.id];
  await makeOlder(board, ids);
  // The task that sends the mails runs at startup.
  await board.restart('SIGTERM');
  const { name } = board.company;
  const mail = page.getByRole('link', { name: /^4 jobs close on / });
  await expect(async () => {
    await page.goto('/dev/mail');
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.click();
  const content = page.frameLocator('iframe');
  const addressOf = async (link: Locator) => (await link.getAttribute('href')) ?? '';
  const address = await addressOf(content.getByRole('link', { name: 'Renew these jobs' }));
  const chandler = content.getByRole('listitem').filter({ hasText: 'Chandler' });
  const closing = await addressOf(chandler.getByRole('link', { name: 'Close this job' }));
  const ending = await addressOf(content.getByRole('link', { name: 'End these emails' }));
  await expect(content.getByRole('link', { name: 'Cooper' })).toHaveAttribute(
    'href',
    `${new URL(page.url()).origin}/jobs/${one.id}`,
  );

  // Opening the link changes nothing.
  const repair = await failRequests(page, 'POST', '**/api/job-renewals/read');
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveAccessibleDescription(
    'The jobs could not be loaded.',
  );
  await repair();
  await button(page, 'Try again').click();
  await expect(rows(page)).toHaveCount(4);
  await expect(row(page, 'Cooper')).toContainText(name);
  await expectAccessibleScreens(page);
  for (const id of ids) expect(await closingDateOf(board, id)).toBe(validthrough);

  await button(page, 'Renew Cooper for 60 days').press('Enter');
  const result = page.getByRole('status').filter({ hasText: 'The job is renewed.' });
  await expect(result).toBeFocused();
  await expect(row(page, 'Cooper')).toContainText('This job is already renewed');
  expect(await closingDateOf(board, one.id)).toBe(
    defaultClosingDate(new Date(), JOB_LIFETIME_DAYS),
  );

  // Meanwhile, someone closes another job of the mail.
  await board.call('POST', `/api/jobs/${two.id}/close`);
  await button(page, 'Renew Cartwright for 60 days').click();
  await expect(page.getByRole('alert')).toContainText('Log in to reopen it.');
  await expect(row(page, 'Cartwright')).toContainText('This job closed on');
  await expectAccessibleScreens(page);
  await button(page, 'Renew Cutler for 60 days').click();
  await expect(result).toBeFocused();
  expect(await closingDateOf(board, three.id)).toBe(
    defaultClosingDate(new Date(), JOB_LIFETIME_DAYS),
  );

  await page.goto('about:blank');
  await page.goto(closing);
  await expect(rows(page)).toHaveCount(1);
  expect(await closingDateOf(board, four.id)).toBe(validthrough);
  await button(page, 'Close').click();
  await expect(page.getByRole('status').filter({ hasText: 'The job is closed.' })).toBeFocused();
  await expect(row(page, 'Chandler')).toContainText('This job closed on');

  // Opening the link ends nothing.
  await page.goto(ending);
  await expect(page.getByRole('heading', { name: 'End these emails?' })).toBeVisible();
  await expectAccessibleScreens(page);
  await button(page, 'End these emails').click();
  await expect(page.getByRole('heading')).toHaveText('You get no more of these emails');
  await button(page, 'Get these emails again').click();
  await expect(page.getByRole('heading')).toHaveText('You get these emails again');
  await expectAccessibleScreens(page);

  allowBrowserError('404');
  await page.goto(`/employers?renew=jobs#${'A'.repeat(70)}`);
  await expect(page.getByText('This link is incomplete or no longer valid.')).toBeVisible();
  await expectAccessibleScreens(page);
  await removeJobs(page, board, ids);
});
