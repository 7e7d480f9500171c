import { test as base, expect } from '../support/fixtures.ts';
import { type IsolatedServer, startIsolatedServer } from '../support/isolated-server.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, visitAs } from '../support/sign-in.ts';

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

test('a visitor corrects the form of an alert, confirms two searches, and ends all emails', async ({
  page,
  board,
  allowBrowserError,
}) => {
  // Invalid forms are shown again with the status 400.
  allowBrowserError('400 (Bad Request)');
  allowBrowserError(`400 ${board.url}/alerts`);
  await page.goto('/alerts/new?q=weaver');
  await page.getByLabel('How often').selectOption('Every week');
  // A browser that does not check the address itself leaves this to the board.
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.getByLabel('Email').fill('ada');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address/);
  await expect(page.getByLabel('How often')).toHaveValue('weekly');
  await expectAccessibleScreens(page);
  for (const search of ['weaver', 'dyer']) {
    await page.goto(`/alerts/new?q=${search}`);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  }

  await page.goto('/dev/mail');
  await page.getByRole('link', { name: 'Confirm your job alert' }).click();
  const button = page.frameLocator('iframe').getByRole('link', { name: 'Confirm the alert' });
  await page.goto((await button.getAttribute('href')) ?? '');
  const boxes = page.getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  await expectAccessibleScreens(page);
  for (const box of await boxes.all()) {
    const { width = 0, height = 0 } = (await box.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await box.uncheck();
  }
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(boxes.first()).toHaveAccessibleDescription(/Choose at least one search/);
  await expectAccessibleScreens(page);
  for (const box of await boxes.all()) await box.check();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'You get new jobs by email' })).toBeVisible();

  await page.getByRole('link', { name: 'Change, pause or end your alerts' }).click();
  await expectAccessibleScreens(page);
  await page.getByRole('button', { name: 'Delete everything about this address' }).click();
  await expectAccessibleScreens(page);
  await page.getByRole('button', { name: 'Keep everything' }).click();
  await page.getByRole('button', { name: 'End all emails' }).click();
  await expect(page.getByRole('heading', { name: 'These emails have ended' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Subscribe again' })).toHaveCount(2);
  await expectAccessibleScreens(page);
});

test('a member pauses all emails by the link beside the searches of the account', async ({
  page,
  board,
}) => {
  await visitAs(page, demoPerson('user'), '/saved?tab=searches&search=%3Fq%3Dweaver');
  await page.getByRole('button', { name: 'Save search' }).click();
  const link = page.getByRole('link', { name: 'Change, pause or resume your emails' });
  await expect(link).toBeVisible();
  await expectAccessibleScreens(page);
  await link.click();
  await page.getByRole('button', { name: 'Pause all emails' }).click();
  await expect(page.getByText('You have paused all emails.')).toBeVisible();
  await page.goto(`${board.url}/saved?tab=searches`);
  await expect(page.getByText('You have paused all emails.')).toBeVisible();
});
