import type { Page } from '@playwright/test';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { DEMO_JOBS } from '../support/demo-board.ts';
import { expect, expectAccessible, test, trackRequests } from '../support/fixtures.ts';
import { visit } from '../support/sign-in.ts';

const PAGE = JOBS_PER_PAGE.default;

const cards = (page: Page) => page.locator('.job-card');
const goLook = (page: Page, card: number) =>
  cards(page).nth(card).getByRole('link', { name: 'Go Look' });
const position = (page: Page) => page.getByRole('navigation', { name: 'Jobs in the list' });
const title = (page: Page) => page.locator('h1');

/** The titles of the cards. */
const titles = (page: Page) =>
  cards(page).evaluateAll((all) => all.map((card) => card.querySelector('h2, h3')?.textContent));

test('a job opened from a list leads to the next and the previous job, and Back to the card of the last one', async ({
  page,
}) => {
  await visit(page, '/jobs');
  const [, , , third, fourth] = ['', ...(await titles(page))];
  await goLook(page, 2).press('Enter');
  await expect(title(page)).toHaveText(third ?? '');
  await expect(position(page)).toContainText(`3 of ${DEMO_JOBS.length}`);
  // The list is in the state of the history, not in the URL.
  await expect(page).toHaveURL(/\/jobs\/[-\w]+$/);
  await expectAccessible(page);

  await page.keyboard.press('ArrowRight');
  await expect(title(page)).toHaveText(fourth ?? '');
  await expect(title(page)).toBeFocused();
  await expect(position(page)).toContainText(`4 of ${DEMO_JOBS.length}`);
  await page.keyboard.press('ArrowLeft');
  await expect(title(page)).toHaveText(third ?? '');
  const next = page.getByRole('navigation', { name: 'Next job' }).getByRole('link');
  await expect(next).toContainText(`Next: 4 of ${DEMO_JOBS.length}`);
  await expect(next).toContainText(fourth ?? '');
  await next.click();
  await expect(title(page)).toHaveText(fourth ?? '');

  // In a field, the keys move the cursor.
  await page.getByRole('button', { name: /Report this job/ }).click();
  await page.getByLabel('Details').press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(title(page)).toHaveText(fourth ?? '');

  await page.reload();
  for (let at = 5; at <= PAGE / 2; at++) {
    await expect(position(page)).toContainText(`${at - 1} of`);
    await page.keyboard.press('ArrowRight');
    await expect(position(page)).toContainText(`${at} of`);
  }
  await page.goBack();
  await expect(goLook(page, PAGE / 2 - 1)).toBeFocused();
  await expect(goLook(page, PAGE / 2 - 1)).toBeInViewport();
});

test('the last job of a page leads to the first of the next page, and back', async ({ page }) => {
  await visit(page, '/jobs');
  await goLook(page, PAGE - 1).click();
  await expect(position(page)).toContainText(`${PAGE} of ${DEMO_JOBS.length}`);
  const last = await title(page).textContent();
  await page.keyboard.press('ArrowRight');
  await expect(position(page)).toContainText(`${PAGE + 1} of ${DEMO_JOBS.length}`);
  await page.keyboard.press('ArrowLeft');
  await expect(title(page)).toHaveText(last ?? '');
  await expect(position(page)).toContainText(`${PAGE} of`);
  await page.keyboard.press('ArrowRight');
  await expect(position(page)).toContainText(`${PAGE + 1} of ${DEMO_JOBS.length}`);
  // The list that Back shows does not have the next page.
  await page.goBack();
  await expect(goLook(page, PAGE - 1)).toBeFocused();
});

test('a job in a new tab knows its list from the fragment, and a job without a list shows none', async ({
  page,
  context,
  allowBrowserError,
}) => {
  await visit(page, '/jobs?q=engineer');
  const total = Number((await page.getByRole('status').textContent())?.match(/(\d+) jobs/)?.[1]);
  const opening = context.waitForEvent('page');
  await goLook(page, 1).click({ modifiers: ['ControlOrMeta'] });
  const tab = await opening;
  await expect(position(tab)).toContainText(`2 of ${total}`);
  await expect(tab).toHaveURL(/\/jobs\/[-\w]+#\/jobs\?q=engineer$/);
  await expect(tab.getByRole('link', { name: 'Back to Job Listings' })).toHaveAttribute(
    'href',
    '/jobs?q=engineer',
  );
  await position(tab)
    .getByRole('link', { name: /^Next job/ })
    .click();
  await expect(position(tab)).toContainText(`3 of ${total}`);
  await expect(tab).toHaveURL(/\/jobs\/[-\w]+$/);

  const { pathname } = new URL(tab.url());
  const idle = trackRequests(tab);
  // A new document, because a reload would keep the state of the history.
  await tab.goto('about:blank');
  await visit(tab, pathname);
  await idle();
  await expect(position(tab)).toHaveCount(0);
  await expect(tab.getByRole('navigation', { name: 'Next job' })).toHaveCount(0);
  allowBrowserError('400');
  for (const fragment of ['/jobs?cursor=x', '/jobs?q=plumber', '/companies/%']) {
    await tab.goto('about:blank');
    await visit(tab, `${pathname}#${fragment}`);
    await idle();
    await expect(position(tab)).toHaveCount(0);
  }
  await tab.close();
});

test('a job opened from the page of a company leads through the jobs of the company', async ({
  page,
}) => {
  await visit(page, '/jobs');
  const company = await page.evaluate(async () => {
    const { results } = await (await fetch('/api/companies?counts=true')).json();
    return results.find(({ jobs }: { jobs: number }) => jobs > 1);
  });
  await visit(page, `/companies/${company.id}`);
  const [, second] = await titles(page);
  await goLook(page, 0).click();
  await expect(position(page)).toContainText(`1 of ${company.jobs}`);
  await expect(position(page).getByRole('link')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(title(page)).toHaveText(second ?? '');
});
