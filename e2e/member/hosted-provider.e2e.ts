import { type MailCatcher, startMailCatcher } from '#tests/support/mail-catcher.ts';
import { describeCompany, writeFirstJob } from '../support/first-job.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { holdPort, startHostedProvider } from '../support/hosted-provider.ts';
import { startIsolatedServer } from '../support/isolated-server.ts';
import { codeIn } from '../support/mailed-code.ts';
import {
  accountLink,
  enterEmail,
  logInButton,
  logOut,
  openPopup,
  toast,
  visit,
} from '../support/sign-in.ts';

/** A board whose identity provider has a different origin, which AUTH_DOMAIN sets in production. */
type Hosted = { url: string; provider: string; catcher: MailCatcher };

const CLIENT = { clientId: 'board', audience: 'https://api.board.example' };

const test = base.extend<object, { hosted: Hosted }>({
  hosted: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const catcher = await startMailCatcher();
      // Reserve the provider's port, because the board must know the origin before the provider starts.
      const port = await holdPort();
      const provider = port.origin;
      const board = await startIsolatedServer({
        AUTH_DOMAIN: provider,
        AUTH_CLIENT_ID: CLIENT.clientId,
        AUTH_AUDIENCE: CLIENT.audience,
        SMTP_URL: catcher.url,
        MAIL_FROM: 'board@board.example',
      });
      const stop = await startHostedProvider({ ...port, ...CLIENT, clientOrigin: board.url });
      await use({ url: board.url, provider, catcher });
      await stop();
      await board.stop();
      await catcher.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ hosted }, use) => use(hosted.url),
});

test.describe.configure({ mode: 'default' });

test('a member logs in through a hosted provider’s popup, stays signed in after a reload, and logs out', async ({
  page,
  context,
  hosted,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/jobs');
  const popup = await openPopup(page);
  await expect(popup.getByRole('heading')).toHaveText([
    'Sign in to the hosted provider',
    'Or sign in as a demo user',
  ]);
  expect(popup.url()).toContain(hosted.provider);
  await enterEmail(popup, person);
  await expect(accountLink(page)).toHaveText(person.name);

  await page.goto('/account');
  await expect(page.getByLabel('User ID')).toHaveValue(person.id);
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByRole('button', { name: 'Update Account' }).click();
  await expect(toast(page, 'Account updated successfully')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Ada Byron');
  await expect.poll(() => context.pages().length).toBe(1);

  await logOut(page);
  await expect(page).toHaveURL(`${hosted.url}/`);
  const next = await openPopup(page);
  await expect(next.getByLabel('Email')).toBeVisible();
});

test('a member is redirected to a hosted provider, logs in, and returns to the same page', async ({
  page,
  hosted,
  newPerson,
}) => {
  const person = newPerson();
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await visit(page, '/jobs?type=Contract');
  await logInButton(page).click();
  await expect(page).toHaveURL((url) => url.origin === hosted.provider);
  await enterEmail(page, person);
  await expect(accountLink(page)).toHaveText(person.name);
  await expect(page).toHaveURL('/jobs?type=Contract');
  await page.reload();
  await expect(accountLink(page)).toHaveText(person.name);
});

test('a person who logs in through a hosted provider proves a company by the code of the request, and posts its first job', async ({
  page,
  hosted,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/employers');
  await writeFirstJob(page, 'Boat Builder');
  await describeCompany(page, 'Slipway Nine', 'https://slipway-nine.example');
  await page.getByRole('button', { name: 'Next: your email' }).click();
  await page.getByLabel('Work email').fill(person.email);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Log in and send' }).click();
  await enterEmail(await opened, person);
  const request = page.getByRole('article', { name: 'Slipway Nine' });
  await expect(request).toContainText('Job: Boat Builder');
  await request.getByLabel('Work email').fill('kim@slipway-nine.example');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect.poll(() => hosted.catcher.mails.length).toBe(1);
  await request.getByLabel('Code', { exact: true }).fill(codeIn(hosted.catcher.mails[0]?.text));
  await page.getByRole('button', { name: 'Enter code' }).click();
  await expect(page.getByText('You are an owner of Slipway Nine now.')).toBeVisible();
});
