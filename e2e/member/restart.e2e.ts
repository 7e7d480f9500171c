import { test as base, expect } from '../fixtures.ts';
import { type OwnServer, startOwnServer } from '../own-server.ts';
import { accountLink, logInButton, toast, visitAs } from '../sign-in.ts';

const test = base.extend<object, { server: OwnServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const server = await startOwnServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
});

// One server for the file, which its stories take turns to end.
test.describe.configure({ mode: 'default' });

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a server that is ended by ${signal} and started again signs nobody out`, async ({
    page,
    server,
    newPerson,
    expectTrouble,
  }) => {
    // What the pointer rests on is fetched ahead, and may be while nobody answers.
    expectTrouble('/assets/');
    const person = newPerson();
    await visitAs(page, person, '/jobs');

    await server.restart(signal);
    await accountLink(page).click();
    await expect(page.getByLabel('User ID')).toHaveValue(person.id);
    await page.getByLabel('Name').fill('Ada Byron');
    await page.getByRole('button', { name: 'Update Account' }).click();
    await expect(toast(page, 'Account updated successfully')).toBeVisible();

    await server.restart(signal);
    await page.reload();
    await expect(page.getByLabel('Name')).toHaveValue('Ada Byron');
    await expect(accountLink(page)).toHaveText('Ada Byron');
    await expect(logInButton(page)).toBeHidden();
  });
}
