import type { Page } from '@playwright/test';
import { type MailCatcher, startMailCatcher } from '#tests/support/mail-catcher.ts';
import { run } from '#tests/support/process.ts';
import { test as base, expect } from './fixtures.ts';
import { startIsolatedServer } from './isolated-server.ts';
import { codeIn } from './mailed-code.ts';
import { type OpenidStandIn, startOpenidStandIn } from './openid-stand-in.ts';
import { expectAccessibleScreens } from './screens.ts';
import { enterEmail, visit } from './sign-in.ts';
import { startTlsProxy } from './tls-proxy.ts';

const HOST = 'jobs.example';
const EMAIL = 'grace@example.com';

export type PublicBoard = {
  url: string;
  dataDir: string;
  /** Stops the server and starts it again. */
  restart: () => Promise<void>;
  catcher: MailCatcher;
  provider: OpenidStandIn;
  setUp: () => Promise<string>;
};

/**
 * Playwright's `test` with an empty board that has a public host name behind a TLS proxy. Its mails arrive at a local mail
 * server, and people may also sign in at a local OpenID provider.
 * @param given more settings of the board
 */
export const publicBoard = (given: Record<string, string> = {}) =>
  base.extend<object, { board: PublicBoard }>({
    launchOptions: [
      async ({ launchOptions }, use) => {
        const { args = [] } = launchOptions;
        await use({
          ...launchOptions,
          args: [...args, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
        });
      },
      { scope: 'worker' },
    ],
    ignoreHTTPSErrors: true,
    board: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
      async ({}, use) => {
        const catcher = await startMailCatcher();
        const proxy = await startTlsProxy(HOST);
        const provider = await startOpenidStandIn('board');
        const settings = {
          PUBLIC_URL: `https://${HOST}:${proxy.port}`,
          TRUST_PROXY: '127.0.0.1',
          SMTP_URL: catcher.url,
          MAIL_FROM: `board@${HOST}`,
          OPENID_ISSUER: provider.origin,
          OPENID_CLIENT_ID: 'board',
          OPENID_CLIENT_SECRET: 'a-secret',
          OPENID_NAME: 'Acme',
          ...given,
        };
        const server = await startIsolatedServer(settings, 'empty');
        proxy.forwardTo(Number(new URL(server.url).port));
        await use({
          url: settings.PUBLIC_URL,
          dataDir: server.dataDir,
          restart: () => server.restart('SIGTERM'),
          catcher,
          provider,
          async setUp() {
            const command = run('setup', { ...settings, DATA_DIR: server.dataDir });
            expect(await command.ended).toBe(0);
            return /^https:.*\/authorize\/setup\/.*$/m.exec(command.output())?.[0] ?? '';
          },
        });
        await server.stop();
        await proxy.close();
        await catcher.close();
        await provider.close();
      },
      { scope: 'worker' },
    ],
    baseURL: ({ board }, use) => use(board.url),
  });

/** Requests a code in the popup, and enters it when the mail arrives. */
export async function enterCode(
  popup: Page,
  { catcher }: Pick<PublicBoard, 'catcher'>,
  email = EMAIL,
): Promise<void> {
  const { length } = catcher.mails;
  await enterEmail(popup, { email });
  await expect(popup.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expectAccessibleScreens(popup);
  await expect.poll(() => catcher.mails.length).toBe(length + 1);
  const mail = catcher.mails[length];
  expect(mail?.to).toMatchObject({ text: email });
  const code = codeIn(mail?.text);
  await popup.getByLabel('Code').fill(code);
  await popup.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens a setup link. The next person who signs in becomes a site admin. */
export async function setUpBoard(page: Page, board: PublicBoard): Promise<void> {
  await page.goto(await board.setUp());
  await expectAccessibleScreens(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/');
  await visit(page, '/');
}
