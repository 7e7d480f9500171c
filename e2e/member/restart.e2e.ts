import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { accountLink, logInButton, visitAs, waitForAccountPage } from '../support/sign-in.ts';

test('a restart or a crash of the server signs nobody out', async ({
  page,
  board,
  newPerson,
  allowBrowserError,
}) => {
  // Prefetching on hover may fail while the server restarts.
  allowBrowserError('/assets/');
  const person = newPerson();
  await visitAs(page, person, '/jobs');
  await waitForAccountPage(page, () => accountLink(page).click());
  const user = page.getByLabel('User ID');
  await expect(user).toHaveValue(person.id);

  for (const [signal, name] of [
    ['SIGTERM', 'Ada Byron'],
    ['SIGKILL', 'Ada Lovelace'],
  ] as const) {
    await test.step(signal, async () => {
      await board.restart(signal);
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Update Account' }).click();
      await expect(accountLink(page)).toHaveText(name);
      await waitForAccountPage(page, () => page.reload());
      await expect(user).toHaveValue(person.id);
      await expect(page.getByLabel('Name')).toHaveValue(name);
      await expect(accountLink(page)).toHaveText(name);
      await expect(logInButton(page)).toBeHidden();
    });
  }
});
