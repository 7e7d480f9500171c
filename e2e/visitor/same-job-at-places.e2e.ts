import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { expect, expectNoOverflow, measureLayoutShift } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { untilIdle, visit } from '../support/sign-in.ts';

test('a job at several places is one card, which leads to each of its postings', async ({
  page,
  board,
}) => {
  const job = { title: 'Harbour weaver', description: 'You will weave **nets**.' };
  for (const location of ['Porto', 'Faro', 'Faro', 'Lisbon']) {
    await board.postJob({ ...job, location });
  }
  await board.postJob({ ...job, location: 'Porto', type: 'Internship' });
  const { total } = await (await fetch(`${board.url}/api/jobs?limit=1`)).json();
  const layoutShift = await measureLayoutShift(page);
  await untilIdle(page, () => page.goto('/jobs'));
  const cards = page.getByRole('article', { name: job.title });
  // A job of another type is a different job.
  await expect(cards).toHaveCount(2);
  const card = cards.filter({ hasText: 'Contract' });
  await expect(card.getByText('Lisbon', { exact: true })).toBeVisible();
  // Totals count jobs, not cards.
  await expect(page.getByRole('status')).toHaveText(`${total} jobs`);
  expect(await layoutShift(), 'layout shift').toBe(0);

  const summary = card.getByText('Also in 2 places');
  await summary.click();
  await expect(page).toHaveURL('/jobs');
  await expectAccessibleScreens(page);
  await card.getByRole('link', { name: 'Faro' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(job.title);
  await expect(page.getByText('Faro', { exact: true }).first()).toBeVisible();

  // The card shows a posting that the search finds, and counts only those of the other postings that the search finds.
  await page.goto('/jobs?q=harbour+weaver+in+porto');
  await expect(card.getByText('Porto')).toBeVisible();
  await expect(card.getByText(/^Also in/)).toHaveCount(0);
});

test('the pages of a list with groups say which jobs they show', async ({ page, board }) => {
  const job = { title: 'Seine mender', description: 'You will mend seines.' };
  for (const location of ['Porto', 'Faro']) await board.postJob({ ...job, location });
  const { total } = await (await fetch(`${board.url}/api/jobs?limit=1`)).json();
  await visit(page, '/jobs');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(JOBS_PER_PAGE.default);
  const { results } = await (await fetch(`${board.url}/api/jobs?group=true`)).json();
  const shown: number = results.reduce(
    (sum: number, { also }: { also?: { total: number } }) => sum + 1 + (also?.total ?? 0),
    0,
  );
  expect(shown).toBeGreaterThan(JOBS_PER_PAGE.default);
  await page.getByRole('link', { name: 'More jobs' }).click();
  await expect(page.getByRole('status')).toHaveText(new RegExp(`^1–\\d+ of ${total} jobs$`));
  await page.reload();
  await expect(page.getByRole('status')).toHaveText(
    new RegExp(`^${shown + 1}–\\d+ of ${total} jobs$`),
  );
  await expect(page.getByRole('article', { name: job.title })).toHaveCount(0);
});

test('without JavaScript, a card lists the other places', async ({ browser, board }) => {
  const job = { title: 'Hammock knotter', description: 'You will knot hammocks.' };
  for (const location of ['Porto', 'Faro']) await board.postJob({ ...job, location });
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: board.url });
  const page = await context.newPage();
  await page.goto('/jobs');
  const card = page.getByRole('article', { name: job.title });
  await card.getByText('Also in 1 place').click();
  await card.getByRole('link', { name: 'Porto' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(job.title);
  await context.close();
});

test('on a phone, the links to other places are large enough to tap', async ({ page, board }) => {
  const job = { title: 'Spinnaker cutter', description: 'You will cut spinnakers.' };
  for (const location of ['Porto', 'Faro']) await board.postJob({ ...job, location });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/jobs');
  const card = page.getByRole('article', { name: job.title });
  const summary = card.getByText('Also in 1 place');
  await summary.click();
  for (const target of [summary, card.getByRole('link', { name: 'Porto' })]) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await expectNoOverflow(page);
});
