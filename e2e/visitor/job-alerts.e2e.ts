import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { MAIL_ARRIVAL, type MailedBoard, test } from '../support/mailed-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { verifyEmail } from '../support/server-data.ts';
import { navigationBar, signIn, toast, visit } from '../support/sign-in.ts';

test.describe.configure({ mode: 'default' });

/** The mails to an address, the earliest first. */
const mailsTo = ({ catcher }: MailedBoard, email: string) =>
  catcher.mails.filter(({ to }) => [to].flat().some((each) => each?.text === email));

/** Waits until so many mails to an address have arrived, and returns the last one. */
async function nextMail(board: MailedBoard, email: string, count: number) {
  await expect.poll(() => mailsTo(board, email).length, MAIL_ARRIVAL).toBe(count);
  const mail = mailsTo(board, email).at(-1);
  if (!mail) throw new Error('the mail is missing');
  return mail;
}

/** The first link to a page of alerts in a mail. */
function linkIn(text: string | undefined, purpose: string): string {
  const [link] = new RegExp(`https?://\\S+/alerts/${purpose}/\\S+`).exec(text ?? '') ?? [];
  if (!link) throw new Error(`no link to ${purpose} in ${text}`);
  return link;
}

/** Opens the form below a list as a person does, and asks for mails. */
async function askForAlert(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Email me new jobs like this' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('How often').selectOption('immediate');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
}

/** Asks for an alert, and confirms it by the link in the mail. */
async function subscribe(page: Page, board: MailedBoard, email: string): Promise<void> {
  await askForAlert(page, email);
  const { text } = await nextMail(board, email, 1);
  await page.goto(linkIn(text, 'confirm'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'You get new jobs by email' })).toBeVisible();
}

test('a visitor gets new jobs of a search by mail until their mail program unsubscribes', async ({
  page,
  board,
}) => {
  await board.postJob({ title: 'Glass Blower' });
  await visit(page, '/jobs?q=glass');
  await page.getByRole('link', { name: 'Email me new jobs like this' }).click();
  await expect(page.getByText('1 job of the last 7 days matches this search.')).toBeVisible();
  // The form states the time zone of the browser.
  await expect(page.getByLabel('Your time zone')).toHaveValue(
    await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  );
  await expectAccessibleScreens(page);
  await page.goBack();
  await askForAlert(page, 'ines@example.com');
  await expectAccessibleScreens(page);

  const asked = await nextMail(board, 'ines@example.com', 1);
  expect(asked.text).toContain('Glass Blower');
  expect(asked.text).toContain('The alert would have sent you this job in the last 7 days.');
  await page.goto(linkIn(asked.text, 'confirm'));
  await expectAccessibleScreens(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'You get new jobs by email' })).toBeVisible();
  await expectAccessibleScreens(page);

  await board.postJob({ title: 'Carpenter' });
  await board.postJob({ title: 'Glass Cutter' });
  const digest = await nextMail(board, 'ines@example.com', 2);
  expect(digest.subject).toBe('1 new: Jobs matching “glass”');
  expect(digest.text).toContain('Glass Cutter');
  expect(digest.text).not.toContain('Carpenter');

  // The mail program sends this request by itself: without cookies, and without showing a page.
  const header = digest.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line;
  const [, url = ''] = /<(.+)>/.exec(header?.replace(/\s+/g, '') ?? '') ?? [];
  const ended = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(ended.status).toBe(200);

  // Another person gets the next job, and the first one does not.
  await visit(page, '/jobs?q=glass');
  await subscribe(page, board, 'omar@example.com');
  await board.postJob({ title: 'Glass Painter' });
  const other = await nextMail(board, 'omar@example.com', 2);
  expect(other.text).toContain('Glass Painter');
  expect(mailsTo(board, 'ines@example.com')).toHaveLength(2);
});

test('a member keeps a search in the account, and a hidden company stays out of the mails', async ({
  page,
  board,
  newPerson,
}) => {
  const noisy = await board.addCompany({ name: 'Noisy Looms' });
  await board.postJob({ title: 'Sail Cutter', company: { id: noisy.id } });
  const person = newPerson();
  await visit(page, '/');
  await signIn(page, person);
  await verifyEmail(board, person.email);
  await visit(page, '/jobs?q=sail');
  await page
    .getByRole('article', { name: 'Sail Cutter' })
    .getByRole('button', { name: 'Actions' })
    .click();
  const hidden = page.waitForResponse((response) =>
    response.url().includes('/api/marks/companies/'),
  );
  await page.getByRole('button', { name: 'Hide all jobs from Noisy Looms' }).click();
  expect((await hidden).status()).toBe(204);

  await page.getByRole('link', { name: 'Email me new jobs like this' }).click();
  await page.getByRole('link', { name: 'save the search there' }).click();
  const offer = page.getByRole('form', { name: 'Keep this search' });
  await expect(offer).toContainText('Jobs matching “sail”');
  await expectAccessibleScreens(page);
  await offer.getByLabel('Emails for this search').selectOption('immediate');
  await offer.getByRole('button', { name: 'Save search' }).click();
  await expect(toast(page, 'Search Saved')).toBeVisible();
  await expect(offer).toHaveCount(0);
  const search = page.getByRole('listitem').filter({ hasText: 'Jobs matching “sail”' });
  await expect(search).toContainText('Nothing new');
  await expectAccessibleScreens(page);

  await board.postJob({ title: 'Sail Dyer', company: { id: noisy.id } });
  await board.postJob({ title: 'Sail Maker' });
  const mail = await nextMail(board, person.email, 1);
  expect(mail.text).toContain('Sail Maker');
  expect(mail.text).not.toContain('Sail Dyer');

  // Without mails, new jobs are counted on the page until the person opens their list.
  await page.getByLabel('Emails for Jobs matching “sail”').selectOption('never');
  await board.postJob({ title: 'Sail Mender' });
  await expect(async () => {
    await page.reload();
    await expect(search).toContainText('1 new', { timeout: 2_000 });
  }).toPass(MAIL_ARRIVAL);
  await page.getByRole('link', { name: 'Jobs matching “sail”' }).click();
  await expect(page.getByRole('article', { name: 'Sail Mender' })).toBeVisible();
  await navigationBar(page).getByRole('link', { name: 'Saved' }).click();
  await page.getByRole('link', { name: 'Searches' }).click();
  await expect(search).toContainText('Nothing new');

  await page.getByRole('button', { name: 'Delete Jobs matching “sail”' }).click();
  await expect(page.getByRole('heading', { name: 'No searches' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(search).toBeVisible();
});
