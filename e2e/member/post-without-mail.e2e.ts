import { describeCompany, writeFirstJob } from '../support/first-job.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { holdPort, startHostedProvider } from '../support/hosted-provider.ts';
import { startIsolatedServer } from '../support/isolated-server.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import {
  accountLink,
  demoPerson,
  enterEmail,
  navigationBar,
  openPopup,
  visit,
} from '../support/sign-in.ts';
import { startTlsProxy } from '../support/tls-proxy.ts';

const HOST = 'jobs.example';
const CLIENT = { clientId: 'board', audience: 'https://api.board.example' };

/** A public board with a hosted identity provider and without a mail server. */
const test = base.extend<object, { address: string }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const { args = [] } = launchOptions;
      const rule = `--host-resolver-rules=MAP ${HOST} 127.0.0.1`;
      await use({ ...launchOptions, args: [...args, rule] });
    },
    { scope: 'worker' },
  ],
  ignoreHTTPSErrors: true,
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const proxy = await startTlsProxy(HOST);
      const address = `https://${HOST}:${proxy.port}`;
      const port = await holdPort();
      const board = await startIsolatedServer({
        PUBLIC_URL: address,
        TRUST_PROXY: '127.0.0.1',
        AUTH_DOMAIN: port.origin,
        AUTH_CLIENT_ID: CLIENT.clientId,
        AUTH_AUDIENCE: CLIENT.audience,
      });
      proxy.forwardTo(Number(new URL(board.url).port));
      const stop = await startHostedProvider({ ...port, ...CLIENT, clientOrigin: address });
      await use(address);
      await stop();
      await board.stop();
      await proxy.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ address }, use) => use(address),
});

test('on a board without mail, a stranger’s first job and company wait for a site admin, who approves both', async ({
  page,
  openBrowser,
  newPerson,
}) => {
  const person = newPerson();
  await visit(page, '/employers');
  await expect(page.getByText('You log in, and a site admin checks your request.')).toBeVisible();
  await expect(page.getByText('As soon as your request is approved.')).toBeVisible();
  await expectAccessibleScreens(page);
  await writeFirstJob(page, 'Boat Builder');
  await describeCompany(page, 'Slipway Nine', 'https://slipway-nine.example');
  await expect(page.getByText(/proves that you work there/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Next: your account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeFocused();
  await expect(page.getByText('A site admin then checks that you may post for it.')).toBeVisible();
  await expect(page.getByLabel('Work email')).toHaveCount(0);
  await expectAccessibleScreens(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Log in and send' }).click();
  await enterEmail(await opened, person);

  const request = page.getByRole('article', { name: 'Slipway Nine' });
  await expect(request).toContainText('New company, in review since');
  await expect(request).toContainText('A site admin reads this request.');
  await expect(request).toContainText('It is next.');
  await expect(request).toContainText('Job: Boat Builder, posted with the approval.');
  await expect(request).not.toContainText(/email|code/);
  await expectAccessibleScreens(page);

  const admin = await openBrowser();
  await visit(admin, '/');
  await enterEmail(await openPopup(admin), demoPerson('siteadmin'));
  await expect(accountLink(admin)).toBeVisible();
  await navigationBar(admin).getByRole('link', { name: 'Inbox 1' }).click();
  await admin.getByRole('list', { name: 'Items' }).getByRole('link').click();
  await expectAccessibleScreens(admin);
  await admin.getByRole('button', { name: 'Approve company and job' }).click();
  await expect(admin.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();

  // The job is out.
  const visitor = await openBrowser();
  await visit(visitor, '/jobs?q=boat+builder');
  await expect(visitor.getByRole('article', { name: 'Boat Builder' })).toContainText(
    'Slipway Nine',
  );
});
