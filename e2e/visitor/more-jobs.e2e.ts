import type { Page } from '@playwright/test';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { DEMO_JOBS } from '../support/demo-board.ts';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/sign-in.ts';

const PAGE = JOBS_PER_PAGE.default;
const total = `of ${DEMO_JOBS.length} jobs`;

const cards = (page: Page) => page.getByRole('article');
const goLook = (page: Page, card: number) =>
  cards(page).nth(card).getByRole('link', { name: 'Go Look' });

/** Appends the next page, whose first card then has the focus. */
async function append(page: Page): Promise<void> {
  const shown = await cards(page).count();
  await page.getByRole('link', { name: 'More jobs' }).click();
  await expect(goLook(page, shown)).toBeFocused();
}

const hrefs = (page: Page) =>
  page
    .getByRole('link', { name: 'Go Look' })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('"More jobs" appends the next page; Back from a job restores the length, the position and the focus, and then leaves the list', async ({
  page,
}) => {
  await visit(page, '/about');
  await page.getByRole('navigation').first().getByRole('link', { name: 'Jobs' }).click();
  await expect(cards(page)).toHaveCount(PAGE);
  await append(page);
  await expect(page.getByRole('status')).toHaveText(`1–${2 * PAGE} ${total}`);
  const second = page.url();
  await append(page);
  await expect(page).not.toHaveURL(second);
  const shown = await hrefs(page);
  expect(new Set(shown).size).toBe(DEMO_JOBS.length);

  const opened = goLook(page, 2 * PAGE + 4);
  await opened.focus();
  const position = await page.evaluate(() => Math.round(scrollY));
  await opened.press('Enter');
  await expect(page.getByRole('heading', { name: 'Job Description' })).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(shown.length);
  expect(await hrefs(page)).toEqual(shown);
  await expect(opened).toBeFocused();
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(position);
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('a later page that is opened directly begins with "Earlier jobs", which adds the page before without moving what is in view', async ({
  page,
}) => {
  await visit(page, '/jobs');
  await append(page);
  await append(page);
  const all = await hrefs(page);
  const { href } = await page.evaluate(() => location);
  await visit(page, href);
  await expect(cards(page)).toHaveCount(DEMO_JOBS.length - 2 * PAGE);
  await expect(page.getByRole('status')).toHaveText(`${2 * PAGE + 1}–${DEMO_JOBS.length} ${total}`);
  const topOf = async (index: number) => (await cards(page).nth(index).boundingBox())?.y ?? 0;
  await page.evaluate(() => scrollTo(0, 50));
  const top = await topOf(0);
  await page.getByRole('link', { name: 'Earlier jobs' }).click();
  await expect(goLook(page, PAGE - 1)).toBeFocused();
  await expect(page.getByRole('status')).toHaveText(`${PAGE + 1}–${DEMO_JOBS.length} ${total}`);
  expect(Math.abs((await topOf(PAGE)) - top)).toBeLessThan(2);
  await page.getByRole('link', { name: 'Earlier jobs' }).click();
  await expect(cards(page)).toHaveCount(DEMO_JOBS.length);
  expect(await hrefs(page)).toEqual(all);
  await expect(page.getByRole('link', { name: 'Earlier jobs' })).toHaveCount(0);
  await expect(page).toHaveURL(href);
});

test('if the next page cannot be loaded, the list stays, and the link can be pressed again', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('503');
  allowBrowserError('/api/jobs?');
  await visit(page, '/jobs');
  await page.route(/\/api\/jobs\?.*cursor=/, (route) => route.fulfill({ status: 503 }));
  await page.getByRole('link', { name: 'More jobs' }).click();
  await expect(page.getByText("Couldn't load this section. Try again.")).toBeVisible();
  await expect(cards(page)).toHaveCount(PAGE);
  await page.unrouteAll();
  await append(page);
});
