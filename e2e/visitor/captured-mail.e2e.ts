import { test as base, expect } from '../support/fixtures.ts';
import { type IsolatedServer, startIsolatedServer } from '../support/isolated-server.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { addMails } from '../support/server-data.ts';

/** A board on which no other story causes mails. */
const test = base.extend<{ board: IsolatedServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  board: async ({}, use) => {
    const server = await startIsolatedServer();
    await use(server);
    await server.stop();
  },
  baseURL: ({ board }, use) => use(board.url),
});

test('on a board without a mail server, a developer can read the mails at /dev/mail', async ({
  page,
  board,
}) => {
  await page.goto('/dev/mail');
  await expect(page.getByText('No emails yet.')).toBeVisible();
  await addMails(board, [{ subject: 'Your code', status: 'captured' }]);
  await page.reload();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Your code' }).click();
  const mail = page.frameLocator('iframe');
  await expect(mail.getByText('ABCD-1234')).toBeVisible();
  await expect(page.getByText('ABCD-1234')).toBeVisible();
  await expectAccessibleScreens(page);

  // The mail alone, at the widths of a phone and of the reading pane of a mail program.
  await page.goto(await page.locator('iframe').evaluate((frame: HTMLIFrameElement) => frame.src));
  for (const width of [360, 700]) {
    await page.setViewportSize({ width, height: 700 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.getByText('ABCD-1234')).toBeVisible();
    }
  }
});
