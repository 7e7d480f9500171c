import { demoJobs } from '../support/demo-board.ts';
import { openFilters } from '../support/filters.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { visit } from '../support/sign-in.ts';

const CONTRACTS = demoJobs({ type: 'Contract' }).length;
const INTERNSHIPS = demoJobs({ type: 'Internship' }).length;

test('a visitor chooses several types and companies, and removes them one by one', async ({
  page,
}) => {
  await visit(page, '/jobs');
  const select = page.getByLabel('Employment Type');
  await select.selectOption('Contract');
  await expect(page).toHaveURL('/jobs?type=Contract');
  await select.selectOption('Internship');
  await expect(page).toHaveURL('/jobs?type=Contract&type=Internship');
  await expect(page.getByRole('status')).toHaveText(`${CONTRACTS + INTERNSHIPS} jobs`);
  await expect(select.locator('option:checked')).toHaveText('2 job types');
  await expect(page).toHaveTitle(/^Contract or Internship jobs/);
  await expectAccessibleScreens(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  const companies = page.getByLabel('Company Name');
  await companies.selectOption({ index: 1 });
  await expect(page).toHaveURL(/&company=[-\w]+$/);
  await companies.selectOption({ index: 2 });
  await expect(page).toHaveURL(/&company=[-\w]+&company=[-\w]+$/);
  await expect(companies.locator('option:checked')).toHaveText('2 companies');

  const chips = page.getByRole('list', { name: 'Active filters' });
  await chips.getByRole('link', { name: 'Remove Contract' }).click();
  await expect(page).toHaveURL(/^[^?]*\?type=Internship&company=/);
  await expect(select).toHaveValue('Internship');
  await page.goBack();
  await expect(select.locator('option:checked')).toHaveText('2 job types');
  // A chosen option is marked, and removed when it is chosen again.
  await select.selectOption({ label: '✓ Contract' });
  await expect(page).toHaveURL(/^[^?]*\?type=Internship&company=/);
  await select.selectOption('');
  await expect(page).toHaveURL(/^[^?]*\?company=[-\w]+&company=[-\w]+$/);
});

test('a visitor adds remote jobs with the hours of the types, until no type is chosen', async ({
  page,
}) => {
  // No remote job of the demo board states its hours.
  await page.route('**/api/jobs/counts?*', async (route) => {
    const response = await route.fetch();
    const wider = [{ changes: { orremote: 'true' }, jobs: 726 }];
    await route.fulfill({ response, json: { ...(await response.json()), wider } });
  });
  await visit(page, '/jobs?type=Full-Time');
  const wider = page.getByRole('list', { name: 'Wider searches' });
  await expect(wider).toHaveText('also remote jobs that are Full-Time +726');
  const select = page.getByLabel('Employment Type');
  await select.selectOption('Part-Time');
  await expect(wider).toHaveText('also remote jobs with these hours +726');
  await wider.getByRole('link').click();
  await expect(page).toHaveURL('/jobs?type=Full-Time&type=Part-Time&orremote=true');
  await expect(select.locator('option:checked')).toHaveText('2 job types');

  const chips = page.getByRole('list', { name: 'Active filters' });
  await chips.getByRole('link', { name: 'Remove Or remote with these hours' }).click();
  await expect(page).toHaveURL('/jobs?type=Full-Time&type=Part-Time');
  await page.goBack();
  await select.selectOption('');
  await expect(page).toHaveURL('/jobs');
  await expect(chips).toBeHidden();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a list filtered by several types has the same jobs as its feed', async ({
  page,
  request,
}) => {
  await page.goto('/jobs?type=Internship&type=Contract');
  const href = await page.locator('link[type="application/atom+xml"]').getAttribute('href');
  expect(href).toMatch(/\/jobs\.atom\?type=Internship&type=Contract$/);
  const feed = await (await request.get(href ?? '')).text();
  expect(feed.match(/<entry>/g)).toHaveLength(CONTRACTS + INTERNSHIPS);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    /\/jobs\?type=Contract&type=Internship$/,
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form keeps several types, and replaces a single one', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/jobs?type=Contract&type=Internship');
    await page.getByLabel('Search jobs').fill('e');
    await page.getByRole('button', { name: 'Show jobs' }).click();
    await expect(page).toHaveURL(/q=e&type=Contract&type=Internship/);

    await page.goto('/jobs?type=Contract');
    await page.getByLabel('Employment Type').selectOption('Internship');
    await page.getByRole('button', { name: 'Show jobs' }).click();
    await expect(page.getByRole('status')).toHaveText(`${INTERNSHIPS} jobs`);
  });
});

test('each period shows how many jobs were posted in it', async ({ page, request }) => {
  await visit(page, '/jobs?type=Contract');
  await openFilters(page);
  const posted = page.getByRole('group', { name: 'Posted' });
  const { posted: counts } = await (await request.get('/api/jobs/counts?type=Contract')).json();
  const labels = ['Last day', 'Last 7 days', 'Last 30 days'];
  await expect(posted.locator('label')).toHaveText([
    'Any time',
    ...labels.map((label, index) => `${label}${counts[index].jobs}`),
  ]);
  await posted.getByRole('radio').nth(2).click();
  await expect(page.getByRole('status')).toHaveText(
    counts[1].jobs === 1 ? '1 job' : `${counts[1].jobs} jobs`,
  );
  // The counts ignore the chosen number of days.
  await expect(posted.locator('label').last()).toHaveText(`Last 30 days${counts[2].jobs}`);
});

test('a visitor widens a search by what the chips offer, each with the number of jobs that it adds', async ({
  page,
  request,
}) => {
  const total = async (query: string) =>
    (await (await request.get(`/api/jobs/counts${query}`)).json()).total;
  await visit(page, '/jobs?level=senior');
  const seniors = await total('?level=senior');
  const both = await total('?level=senior&level=lead');
  const lead = page.getByRole('link', { name: /^or Lead/ });
  await expect(lead).toHaveText(`or Lead +${both - seniors}`);
  await lead.click();
  await expect(page.getByRole('status')).toHaveText(`${both} jobs`);
  await openFilters(page);
  await expect(page.getByRole('checkbox', { name: /^Lead/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^Senior/ })).toBeChecked();
  await expectAccessibleScreens(page);
});
