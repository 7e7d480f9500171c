import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast, visit } from '../support/sign-in.ts';

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test.describe('with clipboard access', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a partner copies the HTML that embeds a list', async ({ page }) => {
    await visit(page, '/jobs?type=Contract');
    const before = await page.evaluate(() => history.length);
    await page.getByRole('button', { name: 'Embed this list' }).click();
    const panel = page.getByRole('region', { name: 'Embed this list' });
    const preview = page.frameLocator('iframe');
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Contract jobs');
    await panel.getByLabel('Theme').selectOption('Dark');
    await panel.getByLabel('Jobs').selectOption('4');
    await expect(preview.getByRole('heading', { level: 2 })).toHaveCount(4);
    // Trying out themes adds no history entries.
    expect(await page.evaluate(() => history.length)).toBe(before);
    await panel.getByRole('button', { name: 'Copy HTML' }).click();
    await expect(toast(page, 'HTML copied')).toBeVisible();
    const snippet = await panel.getByLabel('HTML for your site').inputValue();
    expect(snippet).toMatch(
      /^<iframe src="[^"]+\/embed\/jobs\?type=Contract&amp;theme=dark&amp;limit=4"/,
    );
    expect(await clipboard(page)).toBe(snippet);
    await expectAccessibleScreens(page);
  });
});

test('a failure to load the embed panel shows an error, and the visitor can try again', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('embed-panel');
  await visit(page, '/jobs');
  await page.route('**/assets/embed-panel*', (route) => route.abort());
  const button = page.getByRole('button', { name: 'Embed this list' });
  await button.click();
  await expect(toast(page, "Couldn't load this section. Try again.")).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

/** The values of an attribute of all matching elements in the document head. */
const headValues = (page: Page, selector: string, attribute: string) =>
  page
    .locator(`head ${selector}`)
    .evaluateAll(
      (elements, name) => elements.map((element) => element.getAttribute(name)),
      attribute,
    );

test('the document head describes the current page after every navigation', async ({
  page,
  baseURL,
}) => {
  await visit(page, '/jobs?type=Contract&sort=salary');
  await expect(page).toHaveTitle('Contract jobs · Composable Jobs');
  const about = async () => ({
    canonical: await headValues(page, 'link[rel=canonical]', 'href'),
    feed: await headValues(page, 'link[type="application/atom+xml"]', 'href'),
    titles: await page.locator('head title').count(),
    image: await headValues(page, 'meta[property="og:image"]', 'content'),
  });
  expect(await about()).toEqual({
    canonical: [`${baseURL}/jobs?type=Contract`],
    feed: [`${baseURL}/jobs.atom?type=Contract&sort=salary`],
    titles: 1,
    image: [`${baseURL}/previews/board.png`],
  });
  await expect(page.getByRole('link', { name: 'Feed of this search' })).toHaveAttribute(
    'href',
    '/jobs.atom?type=Contract&sort=salary',
  );

  const heading = await page.getByRole('article').first().getByRole('heading').textContent();
  await page.getByRole('link', { name: 'Go Look' }).first().click();
  await expect(page).toHaveTitle(new RegExp(`^${heading?.replace(/\W/g, '.')} at `));
  const id = page.url().split('/').at(-1);
  expect(await about()).toEqual({
    canonical: [page.url()],
    feed: [`${baseURL}/jobs.atom`],
    titles: 1,
    image: [expect.stringContaining(`/previews/jobs/${id}.png?v=`)],
  });
  await page.goBack();
  await expect(page).toHaveTitle('Contract jobs · Composable Jobs');
});
