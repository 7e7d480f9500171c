import { expect, test } from '../support/fixtures.ts';
import { expectLargeTargets } from '../support/screens.ts';
import { visit } from '../support/sign-in.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  for (const path of ['/', '/jobs', '/jobs?q=engineer&type=Full-Time', '/companies']) {
    test(`every control of ${path} can be tapped`, async ({ page }) => {
      await page.goto(path);
      await expectLargeTargets(page);
    });
  }

  test('the filter sheet closes when the focus leaves it, so that it does not cover the focused element', async ({
    page,
  }) => {
    await visit(page, '/jobs');
    const open = page.getByRole('button', { name: 'Filters' });
    const type = page.getByLabel('Employment Type');
    await open.press('Enter');
    await expect(type).toBeVisible();
    await page.getByRole('button', { name: /^Show \d+ jobs$/ }).focus();
    await page.keyboard.press('Tab');
    await expect(type).toBeHidden();
    await expect(page.getByRole('main').locator(':focus')).toBeInViewport();
    // The button toggles the sheet.
    await open.tap();
    await expect(type).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(type).toBeHidden();
  });
});

test('a click before the scripts arrive is repeated after hydration', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/entry-client-*.js', async (route) => {
    await released;
    await route.continue();
  });
  // Do not wait for the end of loading, because the delayed scripts may delay it.
  await page.goto('/jobs', { waitUntil: 'domcontentloaded' });
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button') })
    .first();
  await card.getByRole('button', { name: 'More' }).click();
  release();
  await expect(card.getByRole('button', { name: 'Less' })).toBeVisible();
});

test('text of a card can be selected, and a click on a card opens the job', async ({ page }) => {
  await visit(page, '/jobs');
  const heading = page.getByRole('article').first().getByRole('heading');
  const title = await heading.textContent();
  const { x = 0, y = 0, width = 0 } = (await heading.boundingBox()) ?? {};
  await page.mouse.move(x + 2, y + 12);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + 12);
  await page.mouse.up();
  expect(title).toContain(await page.evaluate(() => getSelection()?.toString() || 'nothing'));
  await expect(page).toHaveURL('/jobs');

  await page
    .getByRole('article')
    .first()
    .click({ position: { x: 60, y: 20 } });
  await expect(page).toHaveURL(/\/jobs\/[\da-f-]{36}$/);
});
