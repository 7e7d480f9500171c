import { readFile } from 'node:fs/promises';
import type { MailCatcher } from '#tests/support/mail-catcher.ts';
import { expect } from '../support/fixtures.ts';
import { codeIn } from '../support/mailed-code.ts';
import { enterCode, publicBoard, setUpBoard } from '../support/public-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { accountLink, logInButton, openPopup, visit } from '../support/sign-in.ts';

const test = publicBoard();

test.describe.configure({ mode: 'default' });

/** Waits for the next mail, and returns the code in it. */
async function nextCode({ mails }: MailCatcher, ask: () => Promise<void>): Promise<string> {
  const { length } = mails;
  await ask();
  await expect.poll(() => mails.length).toBe(length + 1);
  return codeIn(mails[length]?.text);
}

test('a member downloads their data and deletes their account by a code', async ({
  page,
  board,
  allowBrowserError,
}) => {
  // The first sign-in finds no account, and a wrong code is refused.
  allowBrowserError('404');
  allowBrowserError('400');
  await setUpBoard(page, board);
  await enterCode(await openPopup(page), board, 'admin@example.com');
  await expect(accountLink(page)).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await visit(page, '/');
  await enterCode(await openPopup(page), board, 'hedy@example.com');
  await accountLink(page).click();

  await page.getByRole('button', { name: 'Download my data' }).click();
  await expect(page.getByText('Your download is ready until')).toBeVisible();
  await expectAccessibleScreens(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  const { account, data } = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data.account).toMatchObject([{ id: account, verified_email: 'hedy@example.com' }]);
  expect(data.sessions).toHaveLength(1);

  const code = await nextCode(board.catcher, () =>
    page.getByRole('button', { name: 'Email me the code' }).click(),
  );
  const field = page.getByLabel('Code', { exact: true });
  await expect(field).toBeFocused();
  await expectAccessibleScreens(page);
  await field.fill('4829 1305');
  const confirm = page.getByRole('button', { name: 'Delete my account' });
  await confirm.click();
  await expect(page.getByText('The code is wrong. You have 4 tries left.')).toBeVisible();
  await field.fill(code);
  await confirm.click();
  await expect(page).toHaveURL('/account-deleted');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is deleted');
  await expect(logInButton(page)).toBeVisible();
  await expectAccessibleScreens(page);
  await visit(page, '/');
  await expect(logInButton(page)).toBeVisible();
});
