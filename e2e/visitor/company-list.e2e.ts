import type { Locator, Page } from '@playwright/test';
import { COMPANY_PAGE_JOBS } from '#shared/limits.ts';
import { COMPANIES_PER_PAGE } from '#shared/page-sizes.ts';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { visit, waitForHydration } from '../support/sign-in.ts';

const names = (page: Page) => page.getByRole('article').getByRole('heading');
const count = (page: Page) => page.getByRole('main').getByRole('status').first();
const search = (page: Page) => page.getByLabel('Search companies');

/** The links of a company read the same on every card. */
async function expectCardLinks(card: Locator, name: string): Promise<void> {
  const website = card.getByRole('link', { name: /opens in a new tab/ });
  await expect(website).toHaveText('https://loom.example (opens in a new tab)');
  await expect(website).toHaveAttribute('target', '_blank');
  const jobs = card.getByRole('link', { name: /Jobs from/ });
  await expect(jobs).toHaveAccessibleName(`Jobs from ${name}`);
  await expect(jobs).toHaveText(`Jobs from ${name}`);
}

test('a visitor searches companies by name and sorts them by their number of jobs', async ({
  page,
  board,
}) => {
  const [few, many] = [
    await board.addCompany({ name: 'Quillon Works' }),
    await board.addCompany({ name: 'Quillon Yard' }),
  ];
  await board.postJob({ company: { id: many.id } });
  await visit(page, '/companies');
  await expectAccessibleScreens(page);
  await search(page).pressSequentially('quil');
  await expect(names(page)).toHaveText(['Quillon Works', 'Quillon Yard']);
  await expect(search(page)).toBeFocused();
  await expect(count(page)).toHaveText('2 companies');
  await expect(page).toHaveURL('/companies?q=quil');
  await page.getByRole('link', { name: 'Most jobs' }).click();
  await expect(names(page)).toHaveText(['Quillon Yard', 'Quillon Works']);
  await expect(page).toHaveURL('/companies?q=quil&sort=jobs');
  const first = page.getByRole('article', { name: 'Quillon Yard' });
  await expect(first).toContainText('We weave.');
  await expect(first.getByText('(1)')).toBeVisible();
  await expectCardLinks(first, 'Quillon Yard');
  await first.getByRole('link', { name: 'Jobs from Quillon Yard', exact: true }).click();
  await expect(page).toHaveURL(`/jobs?company=${many.id}`);
  // Wait for the heading, because the URL changes before the page does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Browse Jobs');
  await page.getByRole('link', { name: 'Go Look' }).click();
  await expectCardLinks(page.getByRole('complementary', { name: 'Company' }), 'Quillon Yard');
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies');
  await expect(names(page)).toHaveText(['Quillon Yard', 'Quillon Works']);

  await search(page).fill('quillonx');
  await expect(page.getByText('No matching companies')).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Show all companies' }).click();
  await expect(search(page)).toHaveValue('');
  await page.goto(`/companies/${many.id}`);
  await expectCardLinks(page.getByRole('article').first(), 'Quillon Yard');
  await page.goto('about:blank');
  for (const { id } of [few, many]) await board.call('DELETE', `/api/companies/${id}`);
});

test('a row of the list is 64 pixels tall on a laptop, and its links are large enough for fingers on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/companies');
  const heightOf = async () => (await page.getByRole('article').first().boundingBox())?.height;
  expect(await heightOf()).toBeLessThanOrEqual(68);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await heightOf()).toBeLessThanOrEqual(112);
  for (const link of await page.getByRole('article').first().locator('li a:visible').all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
});

test('each page of the list of companies says which companies it shows', async ({
  page,
  board,
}) => {
  const added = await Promise.all(
    Array.from({ length: COMPANIES_PER_PAGE.default }, (_, number) =>
      board.addCompany({ name: `Zither ${number}` }),
    ),
  );
  await page.goto('/companies?q=zither');
  await expect(count(page)).toHaveText('100 companies');
  await page.goto('/companies');
  await expect(count(page)).toHaveText(/^1–100 of \d+ companies$/);
  await page.getByRole('link', { name: 'More companies' }).click();
  await expect(count(page)).toHaveText(/^101–(\d+) of \1 companies$/);
  await page.getByRole('link', { name: 'First companies' }).click();
  await expect(count(page)).toHaveText(/^1–100 of \d+ companies$/);
  await page.goto('about:blank');
  await Promise.all(added.map(({ id }) => board.call('DELETE', `/api/companies/${id}`)));
});

test('the page of a company lists its open jobs in pages, searches them, and shows their places', async ({
  page,
  board,
}) => {
  const company = await board.addCompany({ name: 'Pallwick' });
  await Promise.all(
    Array.from({ length: COMPANY_PAGE_JOBS + 2 }, (_, number) =>
      board.postJob({
        title: `Cooper ${number}`,
        location: number > 1 ? 'Porto, Portugal' : 'Lyon, France',
        company: { id: company.id },
      }),
    ),
  );
  await visit(page, `/companies/${company.id}`);
  await expectAccessibleScreens(page);
  await expect(count(page)).toHaveText('1–12 of 14 jobs');
  await page.getByRole('link', { name: 'More jobs' }).click();
  await expect(count(page)).toHaveText('14 jobs');
  const goLook = page.getByRole('link', { name: 'Go Look' });
  await expect(goLook.nth(COMPANY_PAGE_JOBS)).toBeFocused();
  await goLook.nth(COMPANY_PAGE_JOBS + 1).click();
  await expect(page.getByRole('navigation', { name: 'Jobs in the list' })).toContainText(
    '14 of 14',
  );
  await page.goBack();
  await expect(goLook).toHaveCount(COMPANY_PAGE_JOBS + 2);
  await expect(goLook.nth(COMPANY_PAGE_JOBS + 1)).toBeFocused();
  await page.reload();
  await expect(count(page)).toHaveText('13–14 of 14 jobs');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Earlier jobs' }).click();
  await expect(count(page)).toHaveText('14 jobs');
  await page.getByLabel('Search these jobs').fill('lyon');
  await expect(count(page)).toHaveText('2 jobs');
  await expect(page).toHaveURL(`/companies/${company.id}?q=lyon`);
  await page.getByLabel('Search these jobs').fill('no such thing');
  await expect(page.getByText('No jobs match')).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Show all jobs' }).click();
  await page.getByRole('link', { name: 'Filter and sort 14 jobs' }).click();
  await expect(page).toHaveURL(`/jobs?company=${company.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Browse Jobs');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pallwick');
  await page
    .getByRole('region', { name: 'From its 14 open jobs' })
    .getByRole('link', { name: 'Porto, Portugal (12)' })
    .click();
  await expect(page).toHaveURL(`/jobs?location=Porto%2C+Portugal&company=${company.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Browse Jobs');
  await expect(page.getByText('12 jobs', { exact: true })).toBeVisible();
  await page.goto('about:blank');
  await board.call('DELETE', `/api/companies/${company.id}`);
});
