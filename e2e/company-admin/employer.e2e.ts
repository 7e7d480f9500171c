import type { Page } from '@playwright/test';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { expect } from '../support/fixtures.ts';
import { fillJob } from '../support/job-form.ts';
import { enterCode, type PublicBoard, publicBoard, setUpBoard } from '../support/public-board.ts';
import { makeOlder } from '../support/server-data.ts';
import { accountLink, openPopup, toast, visit } from '../support/sign-in.ts';

const test = publicBoard({ JOB_REVIEW: 'all' });

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

/** Signs in a person with a mailed code, and waits until the page shows the account. */
async function signInByCode(page: Page, board: PublicBoard, email: string): Promise<void> {
  const popup = await openPopup(page);
  await enterCode(popup, board, email);
  await expect(accountLink(page)).toBeVisible();
}

/** Waits for the next mail to an email address. */
async function mailTo({ catcher }: PublicBoard, email: string, subject: RegExp) {
  const find = () =>
    catcher.mails.findLast(
      ({ to, subject: text = '' }) => [to].flat()[0]?.text === email && subject.test(text),
    );
  await expect.poll(() => find()?.subject).toMatch(subject);
  return find()?.text ?? '';
}

const linkIn = (text: string) => /^\s*(https:\/\/\S+)\s*$/m.exec(text)?.[1] ?? '';

test('an employer claims a company, posts a job, invites a colleague who edits it, renews the job by mail and closes it; an employer without proof waits for a site admin', async ({
  page,
  openBrowser,
  board,
  allowBrowserError,
}) => {
  // The story has five people and ten mails, so it takes long.
  test.slow();
  // The first login of a person finds no account, and the public page of a job in review does not exist.
  allowBrowserError('404');
  // The page of a closed job.
  allowBrowserError('410');
  const admin = page;
  await setUpBoard(admin, board);
  await signInByCode(admin, board, 'grace@example.com');
  await visit(admin, '/companies/add');
  await admin.getByLabel('Company Name').fill('Loom Labs');
  await admin.getByLabel('Description').fill('We weave.');
  await admin.getByLabel('Website').fill('https://www.loom.example');
  await button(admin, 'Add Company').click();
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Loom Labs');

  // The employer proves the company with an email address at its domain.
  const employer = await openBrowser();
  await visit(employer, '/employers');
  await signInByCode(employer, board, 'ada@example.com');
  await employer.getByLabel('Company Name').fill('loom');
  await button(employer, 'Claim Loom Labs').click();
  await employer.getByLabel('Work email').fill('ada@loom.example');
  await button(employer, 'Send code').click();
  const proof = await mailTo(board, 'ada@loom.example', /Your code for Loom Labs/);
  const code = /\b[\dA-Z]{4}-[\dA-Z]{4}\b/.exec(proof)?.[0] ?? '';
  await employer.getByLabel('Code', { exact: true }).fill(code);
  await button(employer, 'Enter code').click();
  await expect(toast(employer, 'You can now post jobs for Loom Labs')).toBeVisible();

  // The first job is reviewed.
  await employer.getByRole('status').getByRole('link', { name: 'Add Job' }).click();
  await fillJob(employer, 'Weaver');
  await employer.getByLabel('Apply URL').fill('https://loom.example/apply');
  const soon = toPlainDate(new Date(Date.now() + 5 * 24 * 60 * 60 * 1_000));
  await employer.getByLabel('Closes on').fill(soon);
  await button(employer, 'Add Job').click();
  await expect(toast(employer, 'Job Submitted for Review')).toBeVisible();
  await expect(employer.getByRole('heading', { name: 'In review' })).toBeVisible();
  const path = new URL(employer.url()).pathname;
  const visitor = await openBrowser();
  await visitor.goto(path);
  await expect(visitor.getByRole('heading', { name: '404 Not Found' })).toBeVisible();
  await visit(admin, '/admin/review');
  await button(admin, 'Approve').click();
  await expect(toast(admin, 'Job Approved Successfully')).toBeVisible();
  await mailTo(board, 'ada@example.com', /^Your job was approved/);
  await visitor.goto(path);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Weaver');

  // A colleague joins by mail and edits the job. The edit is also reviewed.
  await visit(employer, '/employers');
  await employer.getByLabel('Email address').fill('mary@loom.example');
  await button(employer, 'Send invitation').click();
  const invitation = await mailTo(board, 'mary@loom.example', /^Join Loom Labs/);
  const colleague = await openBrowser();
  await visit(colleague, linkIn(invitation));
  await signInByCode(colleague, board, 'mary@loom.example');
  await button(colleague, 'Accept').click();
  await expect(colleague.getByRole('region', { name: 'Your companies' })).toContainText(
    'Loom Labs',
  );
  await visit(colleague, path.replace('/jobs/', '/jobs/edit/'));
  await colleague.getByLabel('Job Title').fill('Head Weaver');
  await button(colleague, 'Update Job').click();
  await expect(toast(colleague, 'Job Submitted for Review')).toBeVisible();
  await visit(admin, '/admin/review');
  await expect(admin.getByRole('heading', { name: 'Changes' })).toBeVisible();
  await button(admin, 'Approve').click();
  await expect(toast(admin, 'Job Approved Successfully')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Head Weaver');

  // An employer without proof waits for a site admin.
  const other = await openBrowser();
  await visit(other, '/employers');
  await signInByCode(other, board, 'eve@mail.example');
  await other.getByLabel('Company Name').fill('loom');
  await button(other, 'Claim Loom Labs').click();
  await button(other, 'I have no email address at loom.example').click();
  await other.getByLabel('Message to the site admins').fill('I work there too.');
  await button(other, 'Ask a site admin').click();
  await expect(other.getByRole('article', { name: 'Loom Labs' })).toContainText('in review since');
  await visit(other, '/jobs/add');
  await expect(other).toHaveURL('/');
  await visit(admin, '/admin/review');
  const queue = admin.getByRole('region', { name: 'Review Companies' });
  await expect(queue).toContainText('I work there too.');

  // The job closes soon. Its owner is asked, and renews the job with the link in the mail.
  for (const open of [admin, employer, colleague, other, visitor]) await open.goto('about:blank');
  await makeOlder(board, [path.slice('/jobs/'.length)]);
  // The task that sends the mails runs at startup.
  await board.restart();
  const question = await mailTo(board, 'ada@example.com', /still open\?$/);
  await visitor.goto(linkIn(question));
  await button(visitor, 'Renew for 60 days').click();
  await expect(
    visitor.getByRole('status').filter({ hasText: 'The job is renewed.' }),
  ).toBeFocused();
  await visitor.goto(path);
  const date = defaultClosingDate(new Date());
  await expect(visitor.locator(`time[datetime="${date}"]`)).toBeVisible();

  await visit(employer, path);
  await button(employer, 'Close Job').click();
  await expect(employer.getByText(/^This job closed on/)).toBeVisible();
  await visitor.goto(path);
  await expect(visitor.getByText(/^This job closed on/)).toBeVisible();
});
