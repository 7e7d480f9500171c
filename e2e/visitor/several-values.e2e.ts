import { demoJobs } from '../support/demo-board.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { visit } from '../support/sign-in.ts';

const CONTRACTS = demoJobs({ type: 'Contract' }).length;
const INTERNSHIPS = demoJobs({ type: 'Internship' }).length;

test('a visitor chooses several types and companies, and removes them one by one', async ({
  page,
}) => {
  await visit(page, '/jobs');
  await page.getByText('More filters').click();
  const types = page.getByRole('group', { name: 'Job types' });
  // Use clicks, because a checkbox is checked only once the URL has changed, and `check` does not wait for that.
  await types.getByRole('checkbox', { name: `Contract ${CONTRACTS}` }).click();
  await expect(page).toHaveURL('/jobs?type=Contract');
  const select = page.getByLabel('Employment Type');
  await expect(select).toHaveValue('Contract');
  await types.getByRole('checkbox', { name: `Internship ${INTERNSHIPS}` }).click();
  await expect(page).toHaveURL('/jobs?type=Contract&type=Internship');
  await expect(page.getByRole('status')).toHaveText(`${CONTRACTS + INTERNSHIPS} jobs`);
  await expect(select.locator('option:checked')).toHaveText('2 job types');
  await expect(page).toHaveTitle(/^Contract or Internship jobs/);
  await expectAccessibleScreens(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  const companies = page.getByRole('group', { name: 'Companies' });
  const [first, second] = [
    companies.getByRole('checkbox').nth(0),
    companies.getByRole('checkbox').nth(1),
  ];
  await first.click();
  await expect(page).toHaveURL(/&company=[-\w]+$/);
  await expect(first).toBeChecked();
  await second.click();
  await expect(page).toHaveURL(/&company=[-\w]+&company=[-\w]+$/);
  await expect(page.getByLabel('Company Name').locator('option:checked')).toHaveText('2 companies');

  const chips = page.getByRole('list', { name: 'Active filters' });
  await chips.getByRole('link', { name: 'Remove Contract' }).click();
  await expect(page).toHaveURL(/^[^?]*\?type=Internship&company=/);
  await expect(select).toHaveValue('Internship');
  await page.goBack();
  await expect(select.locator('option:checked')).toHaveText('2 job types');
  // A choice in the select box replaces all chosen values.
  await select.selectOption('');
  await expect(page).toHaveURL(/^[^?]*\?company=[-\w]+&company=[-\w]+$/);
  await expect(types.getByRole('checkbox', { checked: true })).toHaveCount(0);
});

test('a list filtered by several types has the same jobs as its feed', async ({
  page,
  request,
}) => {
  await page.goto('/jobs?type=Internship&type=Contract');
  const href = await page.getByRole('link', { name: 'Feed of this search' }).getAttribute('href');
  expect(href).toBe('/jobs.atom?type=Internship&type=Contract');
  const feed = await (await request.get(href ?? '')).text();
  expect(feed.match(/<entry>/g)).toHaveLength(CONTRACTS + INTERNSHIPS);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    /\/jobs\?type=Contract&type=Internship$/,
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor chooses several types in the form, and then a single one', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/jobs');
    await page.getByText('More filters').click();
    const types = page.getByRole('group', { name: 'Job types' });
    await types.getByRole('checkbox', { name: 'Contract' }).check();
    await types.getByRole('checkbox', { name: 'Internship' }).check();
    await page.getByRole('button', { name: 'Show jobs' }).click();
    await expect(page).toHaveURL(/type=Contract&type=Internship/);
    await expect(page.getByRole('status')).toHaveText(`${CONTRACTS + INTERNSHIPS} jobs`);

    await page.goto('/jobs?type=Contract');
    await page.getByLabel('Employment Type').selectOption('Internship');
    await page.getByRole('button', { name: 'Show jobs' }).click();
    await expect(page.getByRole('status')).toHaveText(`${INTERNSHIPS} jobs`);
  });
});

test('each period shows how many jobs were posted in it', async ({ page, request }) => {
  await visit(page, '/jobs?type=Contract');
  await page.getByText('More filters').click();
  const posted = page.getByLabel('Posted');
  const { posted: counts } = await (await request.get('/api/jobs/counts?type=Contract')).json();
  const labels = ['Last day', 'Last 7 days', 'Last 30 days'];
  await expect(posted.locator('option')).toHaveText([
    'Any time',
    ...labels.map((label, index) => `${label} ${counts[index].jobs}`),
  ]);
  await posted.selectOption('7');
  await expect(page.getByRole('status')).toHaveText(
    counts[1].jobs === 1 ? '1 job' : `${counts[1].jobs} jobs`,
  );
  // The counts ignore the chosen number of days.
  await expect(posted.locator('option').nth(3)).toHaveText(`Last 30 days ${counts[2].jobs}`);
});
