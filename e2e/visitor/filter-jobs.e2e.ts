import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { freezeClock } from '../support/clock.ts';
import { DEMO_COMPANIES, demoJobs } from '../support/demo-board.ts';
import { openFilters } from '../support/filters.ts';
import { expect, stallRequests, test } from '../support/fixtures.ts';
import { untilIdle, visit } from '../support/sign-in.ts';

const internships = demoJobs({ type: 'Internship' }).length;

test('filters are read from the URL on entry, and can be cleared if no job matches', async ({
  page,
}) => {
  await page.goto('/jobs?type=Internship&salary=&company=');
  await expect(page).toHaveURL('/jobs?type=Internship');
  await expect(page.getByLabel('Employment Type')).toHaveValue('Internship');
  await expect(page.getByLabel('Employment Type').locator('option')).toHaveText([
    'All Types',
    ...EMPLOYMENT_TYPES,
  ]);
  await expect(page.getByLabel('Salary Range').locator('option')).toHaveText([
    'All Ranges',
    ...SALARY_RANGES.map(({ label }) => label),
  ]);
  await expect(page.getByLabel('Company Name').locator('option')).toHaveText([
    'All Companies',
    ...DEMO_COMPANIES.map(({ name }) => name).sort(),
  ]);
  await expect(page.getByRole('article')).toHaveCount(internships);
  await expect(page.getByRole('status')).toHaveText(`${internships} jobs`);

  // A filter value that the board does not know is also shown.
  await page.goto('/jobs?type=Volunteer');
  await expect(page.getByRole('heading', { name: 'No matching jobs' })).toBeVisible();
  await expect(page.getByLabel('Employment Type').locator('option:checked')).toHaveText(
    'Volunteer',
  );

  await page.goto('/jobs?type=Internship&salary=Over+%24300K');
  await expect(page.getByRole('heading', { name: 'No matching jobs' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/jobs');
  await expect(page.getByLabel('Employment Type')).toHaveValue('');
  await expect(page.getByRole('article')).toHaveCount(JOBS_PER_PAGE.default);

  // A cursor that points after the last job.
  const cursor = `${Buffer.from('p0').toString('base64url')}.${'A'.repeat(22)}`;
  await page.goto(`/jobs?cursor=${cursor}`);
  await expect(page.getByRole('heading', { name: 'No more jobs' })).toBeVisible();
  await page.getByRole('link', { name: 'Earlier jobs' }).click();
  await expect(page.getByRole('article')).toHaveCount(JOBS_PER_PAGE.default);
});

test('going back to a page of a list keeps the page and all values of the filters', async ({
  page,
}) => {
  await visit(page, '/jobs?type=Full-Time&type=Contract');
  await page.getByRole('link', { name: 'More jobs' }).click();
  const firstJob = page.getByRole('link', { name: 'Go Look' }).nth(JOBS_PER_PAGE.default);
  // The first job of the new page takes the focus. Before that, the list may be replaced during the click.
  await expect(firstJob).toBeFocused();
  const url = page.url();
  expect(url).toContain('cursor=');
  await firstJob.click();
  await expect(page.getByRole('heading', { name: 'Job Description' })).toBeVisible();
  await untilIdle(page, async () => {
    await page.goBack();
    await expect(page.getByLabel('Employment Type')).toBeVisible();
  });
  await expect(page).toHaveURL(url);
});

test('a filter chosen before hydration takes effect, and going back leads to the previous page', async ({
  page,
}) => {
  await page.goto('/about');
  const { release } = await stallRequests(page, '**/assets/*.js');
  await page.goto('/jobs', { waitUntil: 'commit' });
  await page.getByLabel('Employment Type').selectOption('Internship');
  release();
  await expect(page).toHaveURL('/jobs?type=Internship');
  await expect(page.getByRole('article')).toHaveCount(internships);
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('a filter chosen during hydration takes effect', async ({ page }) => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    // React adds a property to the elements that it hydrates. The page is hydrated before the filters.
    const isHydrating = () =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'));
    const choose = () => {
      const select = document.querySelector<HTMLSelectElement>('select[name=type]');
      if (!select || !isHydrating()) return setTimeout(choose);
      select.value = 'Internship';
      return select.dispatchEvent(new Event('change', { bubbles: true }));
    };
    choose();
  });
  await page.goto('/jobs');
  await expect(page).toHaveURL('/jobs?type=Internship');
  await expect(page.getByRole('article')).toHaveCount(internships);
});

test('text typed before and during hydration is not lost', async ({ page }) => {
  const { release } = await stallRequests(page, '**/assets/*.js');
  await page.goto('/jobs?q=engineer', { waitUntil: 'commit' });
  const location = page.getByLabel('Location', { exact: true });
  await location.pressSequentially('be');
  release();
  await location.pressSequentially('rlin', { delay: 20 });
  await expect(page).toHaveURL('/jobs?q=engineer&location=berlin');
  await expect(location).toHaveValue('berlin');
  // Remote jobs that are open to Germany follow.
  await expect(page.getByRole('article').first()).toContainText('Berlin');
});

test('after going back while a filter loads, the filters match the list', async ({ page }) => {
  await visit(page, '/jobs');
  const type = page.getByLabel('Employment Type');
  const { release } = await stallRequests(page, '**/api/jobs?*');
  await type.selectOption('Contract');
  await expect(page).toHaveURL('/jobs?type=Contract');
  await page.goBack();
  release();
  await expect(page).toHaveURL('/jobs');
  await expect(type).toHaveValue('');
  await expect(page.getByRole('article')).toHaveCount(JOBS_PER_PAGE.default);
});

test('the filters stay in place and keep the focus while a list loads', async ({ page }) => {
  await visit(page, '/jobs');
  const type = page.getByLabel('Employment Type');
  const { release } = await stallRequests(page, '**/api/jobs?*');
  await type.focus();
  await type.selectOption('Contract');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(type).toBeFocused();
  await expect(type).toHaveValue('Contract');
  release();
  await expect(page.getByRole('article')).toHaveCount(demoJobs({ type: 'Contract' }).length);
  await expect(type).toBeFocused();

  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/jobs');
  const company = page.getByLabel('Company Name');
  const everything = await stallRequests(page, '**/api/**');
  await company.focus();
  await company.selectOption({ index: 3 });
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(company).toBeFocused();
  everything.release();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden();
  await expect(company).toBeFocused();
  await expect(page.getByRole('link', { name: 'Clear filters' })).toHaveCount(0);
});

test('letters typed on a slow device are not lost', async ({ page }) => {
  await visit(page, '/jobs');
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  const words = page.getByLabel('Search jobs');
  // Slow typing: the search starts between the letters, and its results arrive while the person types on.
  await words.pressSequentially('software engineer', { delay: 300 });
  await expect(words).toHaveValue('software engineer');
  await expect(page).toHaveURL('/jobs?q=software+engineer');

  // A suggestion replaces text that has not taken effect yet.
  await page.route('**/api/jobs/suggestions?*', (route) =>
    route.fulfill({
      json: {
        titles: [{ title: 'Platform Engineer', jobs: 1 }],
        skills: [],
        companies: [],
        places: [],
      },
    }),
  );
  await words.fill('platf');
  await page.getByRole('option', { name: 'Platform Engineer' }).click();
  await expect(page).toHaveURL('/jobs?q=Platform+Engineer');
  await expect(words).toHaveValue('Platform Engineer');
});

test('the filters do not change while a job loads', async ({ page }) => {
  await page.clock.install();
  await visit(page, '/jobs?type=Contract');
  // With a stopped clock, no spinner replaces the page.
  await freezeClock(page);
  const { release } = await stallRequests(page, '**/api/jobs/*');
  await page.getByRole('link', { name: 'Go Look' }).first().click();
  await expect(page).toHaveURL(/\/jobs\/[\da-f-]{36}$/);
  await expect(page.getByLabel('Employment Type')).toHaveValue('Contract');
  await page.clock.resume();
  release();
  await expect(page.getByRole('heading', { name: 'Job Description' })).toBeVisible();
  await expect(page.locator('[aria-current]')).toHaveCount(0);
});

test('no option stands in two filters, except Remote, which is an employment type and a workplace', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, '/jobs');
  await openFilters(page);
  await expect(page.getByRole('group', { name: 'Skills' }).getByRole('radio').nth(1)).toBeVisible();
  const filters = await page.getByRole('search').evaluate((form) => {
    const groups = [...form.querySelectorAll('.choices')].map((group) => ({
      name: group.querySelector('legend')?.textContent,
      options: [...group.querySelectorAll('input:is([type="radio"], [type="checkbox"])')].map(
        (input) => input.nextSibling?.textContent,
      ),
    }));
    const fields = [
      ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('select, [type="text"]'),
    ].map((field) => ({
      name: field.labels?.[0]?.firstChild?.textContent,
      options:
        field instanceof HTMLSelectElement ? Array.from(field.options, ({ text }) => text) : [],
    }));
    return [...groups, ...fields];
  });
  const names = filters.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['Salary Range', 'Employment Type', 'Company Name', 'Level', 'Skills']),
  );
  expect(new Set(names).size).toBe(names.length);
  const options = filters.flatMap(({ options }) => options.filter((option) => option !== 'Any'));
  expect(options.length).toBeGreaterThan(50);
  expect(options.filter((option, index) => options.indexOf(option) !== index)).toEqual(['Remote']);
});
