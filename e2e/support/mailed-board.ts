import { type MailCatcher, startMailCatcher } from '#tests/support/mail-catcher.ts';
import { test as base } from './fixtures.ts';
import { type IsolatedBoard, withApi } from './isolated-board.ts';
import { startIsolatedServer } from './isolated-server.ts';

/** A demo board whose mails arrive at a local mail server. */
export type MailedBoard = IsolatedBoard & { catcher: MailCatcher };

/** Playwright's `test` with a board that sends mails, for each worker that runs the stories of a file. */
export const test = base.extend<object, { board: MailedBoard }>({
  board: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const catcher = await startMailCatcher();
      const server = await startIsolatedServer({
        SMTP_URL: catcher.url,
        MAIL_FROM: 'jobs@board.example',
      });
      await use({ ...(await withApi(server)), catcher });
      await server.stop();
      await catcher.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ board }, use) => use(board.url),
});

/** The timeout for the arrival of a mail (ms), because a busy machine sends it late. */
export const MAIL_ARRIVAL = { timeout: 60_000 };
