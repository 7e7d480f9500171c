import { statement } from '#tests/security/statements.ts';
import { readBrowserStorage } from '../support/browser-storage.ts';
import { expect, test } from '../support/fixtures.ts';
import { setRole } from '../support/server-data.ts';
import { accountLink, logInButton, openDrawer, signIn, toast, visit } from '../support/sign-in.ts';
import { watchSignIn } from '../support/sign-in-requests.ts';

// Enable the back/forward cache, which Playwright disables by default.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
});

const BIO = 'I look for work where nobody knows.';
const DRAFT = 'Secret Loom';

test(statement(15), async ({ page, context, newPerson }) => {
  const person = newPerson();
  const { authorize } = watchSignIn(context);
  await visit(page, '/');
  await signIn(page, person);
  await accountLink(page).click();
  await page.getByLabel('Brief Bio of yourself').fill(BIO);
  await page.getByRole('button', { name: 'Update Account' }).click();
  await expect(toast(page, 'Account updated successfully')).toBeVisible();

  await setRole(person.email, 'siteadmin');
  await page.goto('/companies/add');
  await page.getByLabel('Name').fill(DRAFT);
  const stored = await readBrowserStorage(page);
  for (const text of [person.email, BIO]) expect(stored).toContain(text);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(DRAFT);

  page.on('dialog', (dialog) => dialog.accept());
  const drawer = await openDrawer(page);
  const before = await context.cookies();
  await drawer.getByRole('button', { name: 'Log out' }).click();
  await expect(logInButton(page)).toBeVisible();
  await expect(page).toHaveURL('/');
  const secrets = [person.email, person.name, person.id, BIO, DRAFT];
  const expectNothingPrivate = async () => {
    const all = await readBrowserStorage(page);
    expect(secrets.filter((text) => all.includes(text))).toEqual([]);
  };
  await expectNothingPrivate();

  const values = before.map(({ value }) => value);
  for (const { name, value, path } of await context.cookies()) {
    expect(name).not.toContain('authenticated');
    if (!values.includes(value)) continue;
    // The cookies of the finished sign-in give access to nothing.
    expect([name, (await context.request.get(path)).status()]).toEqual([name, 400]);
  }
  const silent = new URLSearchParams({
    ...Object.fromEntries(authorize[0] ?? []),
    prompt: 'none',
    response_mode: 'query',
  });
  const response = await context.request.get(`/authorize?${silent}`, { maxRedirects: 0 });
  expect(response.headers().location).toContain('error=login_required');

  // Go back past the form and the account page, which the back/forward cache may restore.
  for (let steps = 0; steps < 3; steps += 1) {
    await page.goBack({ waitUntil: 'commit' });
    // Restricted pages redirect visitors home.
    await expect(logInButton(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Account|Add/);
    await expect(page).toHaveURL('/');
    await expect(accountLink(page)).toHaveCount(0);
    await expectNothingPrivate();
  }
});
