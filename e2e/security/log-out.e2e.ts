import { statement } from '#tests/security/statements.ts';
import { readAllKept } from '../support/browser-storage.ts';
import { expect, test } from '../support/fixtures.ts';
import { giveRole } from '../support/server-data.ts';
import { accountLink, logInButton, openDrawer, signIn, toast, visit } from '../support/sign-in.ts';
import { watchSignIn } from '../support/sign-in-requests.ts';

// As people have it: Playwright starts a browser without what keeps pages for the way back.
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

  await giveRole(person.email, 'siteadmin');
  await page.goto('/companies/add');
  await page.getByLabel('Name').fill(DRAFT);
  const kept = await readAllKept(page);
  for (const text of [person.email, BIO]) expect(kept).toContain(text);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(DRAFT);

  page.on('dialog', (dialog) => dialog.accept());
  const drawer = await openDrawer(page);
  const before = await context.cookies();
  await drawer.getByRole('button', { name: 'Log out' }).click();
  await expect(logInButton(page)).toBeVisible();
  await expect(page).toHaveURL('/');
  const secrets = [person.email, person.name, person.id, BIO, DRAFT];
  const expectNothingPrivate = async () => {
    const all = await readAllKept(page);
    expect(secrets.filter((text) => all.includes(text))).toEqual([]);
  };
  await expectNothingPrivate();

  const values = before.map(({ value }) => value);
  for (const { name, value, path } of await context.cookies()) {
    expect(name).not.toContain('authenticated');
    if (!values.includes(value)) continue;
    // Of the way through the sign-in, which is over.
    expect([name, (await context.request.get(path)).status()]).toEqual([name, 400]);
  }
  const silent = new URLSearchParams({
    ...Object.fromEntries(authorize[0] ?? []),
    prompt: 'none',
    response_mode: 'query',
  });
  const asked = await context.request.get(`/authorize?${silent}`, { maxRedirects: 0 });
  expect(asked.headers().location).toContain('error=login_required');

  // Back over the form, the account and the page before: the browser shows them as they were left.
  for (let steps = 0; steps < 3; steps += 1) {
    await page.goBack({ waitUntil: 'commit' });
    // Whoever is not signed in is sent away from there.
    await expect(logInButton(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Account|Add/);
    await expect(page).toHaveURL('/');
    await expect(accountLink(page)).toHaveCount(0);
    await expectNothingPrivate();
  }
});
