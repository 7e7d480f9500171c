import { demoJobs } from '../support/demo-board.ts';
import { fact } from '../support/fact.ts';
import { openFilters } from '../support/filters.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';

test.use({ timezoneId: 'Europe/Berlin' });

const [job] = demoJobs({ location: 'Remote (US and Canada)' });

test('a visitor narrows the list to remote jobs that are open to a country', async ({ page }) => {
  const found = page.getByRole('article', { name: job?.title ?? '' });
  await page.goto(`/jobs?q=${encodeURIComponent(job?.title ?? '')}`);
  await openFilters(page);
  await page.getByLabel('Remote jobs open to').fill('kanada');
  await expect(page.getByRole('link', { name: 'Remove Open to kanada' })).toBeVisible();
  await expect(found).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Remote jobs open to').fill('Germany');
  await expect(page).toHaveURL(/eligible=Germany/);
  await expect(found).toBeHidden();
  // An empty list offers the filter once, with the number of jobs that the search finds without it.
  await page.getByRole('link', { name: 'Remove Open to Germany' }).click();
  await expect(found).toBeVisible();
});

test('a visitor says once where they live, and every page and tab knows it', async ({ page }) => {
  await page.goto('/');
  const control = page.locator('main').getByRole('button', { name: 'Where do you live?' });
  await control.click();
  const countries = page.getByLabel('Country', { exact: true });
  await expect(countries).toBeFocused();
  // The time zone only suggests a country.
  await expect(countries).toHaveValue('');
  await expect(countries.getByRole('option').nth(1)).toHaveText('Germany');
  await countries.selectOption('United States');
  await page.getByLabel('State or region').selectOption('California');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  const set = page.getByRole('button', { name: 'I live in California' });
  await expect(set).toBeFocused();

  const other = await page.context().newPage();
  await other.goto('/jobs');
  await other.getByRole('button', { name: 'I live in California' }).click();
  await expect(other.getByLabel('State or region')).toHaveValue('US.CA');
  await other.getByLabel('Country', { exact: true }).selectOption('Not set');
  await other.keyboard.press('Escape');
  await expect(other.getByRole('button', { name: 'Where do you live?' })).toBeFocused();
  await expect(control).toBeVisible();
  await other.close();
});

test('the page of a remote job says who may do it, and whether the visitor may', async ({
  page,
}) => {
  await page.goto(`/jobs?q=${encodeURIComponent(job?.title ?? '')}&eligible=US`);
  await page
    .getByRole('article', { name: job?.title ?? '' })
    .getByRole('link', { name: 'Go Look' })
    .click();
  const openTo = fact(page, 'Open to');
  await expect(openTo).toContainText('Canada; United States');
  await openTo.getByRole('button', { name: 'Where do you live?' }).click();
  const countries = page.getByLabel('Country', { exact: true });
  await countries.selectOption('Germany');
  await expect(openTo.getByRole('status')).toHaveText('Not open to Germany');
  await countries.selectOption('Canada');
  await expect(openTo.getByRole('status')).toHaveText('Open to you');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.reload();
  await expect(openTo.getByRole('status')).toHaveText('Open to you');
});
