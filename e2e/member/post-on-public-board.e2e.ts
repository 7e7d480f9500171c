import type { Page } from '@playwright/test';
import { describeCompany, writeFirstJob } from '../support/first-job.ts';
import { expect } from '../support/fixtures.ts';
import { enterCode, publicBoard, setUpBoard } from '../support/public-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import {
  accountLink,
  navigationBar,
  openPopup,
  toast,
  visit,
  waitForHydration,
} from '../support/sign-in.ts';

const test = publicBoard({ JOB_REVIEW: 'first' });

// The first test sets up the board.
test.describe.configure({ mode: 'serial' });

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

test('where the first job is reviewed, a stranger proves a company by the code of the sign-in, and the job is read once', async ({
  page,
  openBrowser,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('404');
  await setUpBoard(page, board);
  await enterCode(await openPopup(page), board, 'boss@example.com');
  await expect(accountLink(page)).toBeVisible();

  const stranger = await openBrowser();
  await stranger.setViewportSize({ width: 360, height: 740 });
  await visit(stranger, '/');
  await stranger.getByRole('main').getByRole('link', { name: 'Add Job' }).click();
  await expect(stranger.getByText('A site admin reads the first job.')).toBeAttached();
  await writeFirstJob(stranger, 'Boat Builder');
  await describeCompany(stranger, 'Slipway Nine', 'https://slipway-nine.example');
  await button(stranger, 'Next: your email').click();
  await stranger.getByLabel('Work email').fill('mira@slipway-nine.example');
  const opened = stranger.waitForEvent('popup');
  await button(stranger, 'Get a code and send').click();
  await enterCode(await opened, board, 'mira@slipway-nine.example');
  await expect(toast(stranger, 'Job Added Successfully')).toBeHidden();
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Boat Builder');
  await expect(stranger.getByText('It is next.')).toBeVisible();
  await expectAccessibleScreens(stranger);

  await navigationBar(page).getByRole('link', { name: 'Inbox 1' }).click();
  const items = page.getByRole('list', { name: 'Items' }).getByRole('link');
  await expect(items).toHaveCount(1);
  await items.click();
  await button(page, 'Approve job').click();
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
  const { catcher } = board;
  await expect
    .poll(() => catcher.mails.map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/Boat Builder.* is published/));

  // The next job of the company is published at once.
  await visit(stranger, '/jobs/add');
  await stranger.getByLabel('Job Title').fill('Sail Maker');
  await stranger.getByLabel('Location').fill('Porto, Portugal');
  await stranger.getByLabel('Salary', { exact: true }).selectOption('$60K - $70K');
  await stranger.getByLabel('Apply URL').fill('https://slipway-nine.example/jobs/2');
  await button(stranger, 'Add Job').click();
  await expect(toast(stranger, 'Job Added Successfully')).toBeVisible();
  await visit(page, '/jobs');
  await expect(page.getByRole('article', { name: 'Boat Builder' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Sail Maker' })).toBeVisible();
});

test('if the popup is blocked, a stranger logs in in the same window, and the job is still there', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('404');
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await visit(page, '/employers');
  await writeFirstJob(page, 'Rigger');
  await describeCompany(page, 'Ratline', 'https://ratline.example');
  await button(page, 'Next: your email').click();
  await page.getByLabel('Work email').fill('rosa@ratline.example');
  await button(page, 'Get a code and send').click();
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await enterCode(page, board, 'rosa@ratline.example');
  await expect(page).toHaveURL('/employers?step=proof');
  await waitForHydration(page);
  await button(page, 'Send').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rigger');
});

test('a person who signs in with another provider needs no code if it has verified the work address', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('404');
  const { provider, catcher } = board;
  provider.claims = {
    sub: 'stella',
    name: 'Stella',
    email: 'stella@bobstay.example',
    email_verified: true,
  };
  await visit(page, '/employers');
  await writeFirstJob(page, 'Splicer');
  await describeCompany(page, 'Bobstay', 'https://bobstay.example');
  await button(page, 'Next: your email').click();
  await page.getByLabel('Work email').fill('stella@bobstay.example');
  const opened = page.waitForEvent('popup');
  await button(page, 'Get a code and send').click();
  const codes = catcher.mails.length;
  await (await opened).getByRole('link', { name: 'Continue with Acme' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Splicer');
  expect(catcher.mails.slice(codes).filter(({ subject }) => /code/.test(subject ?? ''))).toEqual(
    [],
  );
});
