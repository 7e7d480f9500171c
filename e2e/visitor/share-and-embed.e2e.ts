import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast, visit } from '../support/sign-in.ts';

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test.describe('with clipboard access', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a partner copies the HTML that embeds a list', async ({ page, baseURL }) => {
    await visit(page, '/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'For developers' }).click();
    await expect(page).toHaveURL('/developers');
    await expect(page).toHaveTitle('For developers · Composable Jobs');
    const before = await page.evaluate(() => history.length);
    const preview = page.frameLocator('iframe');
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Jobs');
    const address = page.getByLabel('Address of the list');
    await expect(address).toHaveValue(`${baseURL}/jobs`);
    await address.fill(`${baseURL}/companies`);
    await expect(address).toHaveAccessibleDescription(/^Enter the address of a list of jobs/);
    await expectAccessibleScreens(page);
    await address.fill(`${baseURL}/jobs?type=Contract`);
    await expect(address).toHaveAccessibleDescription(/^Filter the list/);
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Contract jobs');
    await expect(page.getByRole('link', { name: 'Atom feed' })).toHaveAttribute(
      'href',
      '/jobs.atom?type=Contract',
    );
    await page.getByLabel('Theme').selectOption('Dark');
    await page.getByRole('combobox', { name: 'Jobs', exact: true }).selectOption('4');
    await page.getByRole('combobox', { name: 'Height' }).selectOption('Small (400 pixels)');
    await expect(preview.getByRole('heading', { level: 2 })).toHaveCount(4);
    // Trying out themes adds no history entries.
    expect(await page.evaluate(() => history.length)).toBe(before);
    await page.getByRole('button', { name: 'Copy HTML' }).click();
    await expect(toast(page, 'HTML copied')).toBeVisible();
    const snippet = await page.getByLabel('HTML for your site').inputValue();
    expect(snippet).toMatch(
      /^<iframe src="[^"]+\/embed\/jobs\?type=Contract&amp;theme=dark&amp;limit=4" title="Jobs at Composable Jobs" width="100%" height="400"/,
    );
    expect(await clipboard(page)).toBe(snippet);
    await expectAccessibleScreens(page);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page for developers leads to the API and the feeds, and has the HTML that embeds all jobs', async ({
    page,
    request,
  }) => {
    await page.goto('/developers');
    for (const name of ['API documentation', 'OpenAPI description', 'Atom feed', 'JSON feed']) {
      const href = await page.getByRole('link', { name }).getAttribute('href');
      expect((await request.get(href ?? '')).status()).toBe(200);
    }
    await expect(page.getByLabel('HTML for your site')).toHaveValue(/\/embed\/jobs\?limit=8"/);
    await expect(page.getByLabel('Theme')).toBeHidden();
  });
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
