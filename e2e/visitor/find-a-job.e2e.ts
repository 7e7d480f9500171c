import { DEMO_JOBS } from '../support/demo-board.ts';
import { fact } from '../support/fact.ts';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/sign-in.ts';

test('the page of a job without a salary or an apply URL shows neither of them', async ({
  page,
}) => {
  const job = DEMO_JOBS.find(({ salary, applyurl }) => !salary || !applyurl);
  await page.goto(`/jobs?type=${job?.type}&salary=${encodeURIComponent(job?.salary ?? '')}`);
  await page
    .getByRole('article', { name: job?.title ?? '' })
    .getByRole('link', { name: 'Go Look' })
    .click();
  await expect(page.getByRole('heading', { name: 'Job Description' })).toBeVisible();
  await expect(fact(page, 'Salary').filter({ hasText: '/ Year' })).toHaveCount(job?.salary ? 1 : 0);
  await expect(page.getByRole('link', { name: /^Apply on/ })).toHaveCount(job?.applyurl ? 1 : 0);
});

test('on wide screens, all popular searches are visible, and on phones they scroll in one line', async ({
  page,
}) => {
  const popular = page.getByRole('region', { name: 'Popular searches' });
  const heights = [];
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    const hidden = await popular
      .getByRole('list')
      .evaluate((list) => list.scrollWidth - list.clientWidth);
    if (width === 1280) expect(hidden).toBe(0);
    else expect(hidden).toBeGreaterThan(0);
    heights.push((await popular.getByRole('list').boundingBox())?.height ?? 0);
  }
  expect(heights[1]).toBeLessThan(heights[0] ?? 0);
  // The focus scrolls to the last search.
  await popular.getByRole('link').last().focus();
  await expect(popular.getByRole('link').last()).toBeInViewport({ ratio: 1 });
});

test('the home page links to all jobs', async ({ page }) => {
  await page.goto('/');
  await expect(
    page.getByRole('heading', { name: 'Connecting Composable Jobs and Professionals' }),
  ).toBeVisible();
  await expect(
    page.getByText('Find the Composable job that fits your skills and needs'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go Look' })).toHaveCount(6);
  await expect(page.getByRole('link', { name: 'Browse Jobs' })).toHaveAttribute('href', '/jobs');
  await expect(page.getByRole('heading', { name: 'For Developers' })).toBeVisible();
  await expect(page.getByText('Browse our Vue jobs and start your career today')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'For Employers' })).toBeVisible();
  await expect(
    page.getByText('List your job to find the perfect developer for the role'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Job' })).toHaveAttribute('href', '/jobs/add');
  await page.getByRole('link', { name: 'View All Jobs' }).click();
  await expect(page).toHaveURL('/jobs');
});

test('a summary shows 90 characters and can be expanded; a shorter one has no toggle', async ({
  page,
  request,
}) => {
  await visit(page, '/jobs');
  const job = page.getByRole('article').first();
  // The only paragraph whose text has a direction of its own.
  const description = job.locator('p[dir]');
  const short = (await description.textContent()) ?? '';
  expect(short).toHaveLength(93);
  expect(short).toMatch(/\.\.\.$/);

  await job.getByRole('button', { name: 'More' }).press('Enter');
  const less = job.getByRole('button', { name: 'Less' });
  await expect(less).toHaveAttribute('aria-expanded', 'true');
  await expect(less).toBeFocused();
  const whole = (await description.textContent()) ?? '';
  expect(whole.startsWith(short.slice(0, 80))).toBe(true);
  expect(whole.length).toBeGreaterThan(500);
  expect(whole).not.toMatch(/[#*]{2}|<\/?[a-z]+>/);

  await job.getByRole('button', { name: 'Less' }).click();
  await expect(description).toHaveText(short);

  const response = await request.get('/api/jobs?limit=100&description=summary');
  const { results }: { results: { title: string; companyid: string; truncated: boolean }[] } =
    await response.json();
  const brief = results.find(({ truncated }) => !truncated);
  await page.goto(`/jobs?company=${brief?.companyid}`);
  const other = page.getByRole('article', { name: brief?.title ?? '' });
  await expect(other).toBeVisible();
  await expect(other).not.toContainText('...');
  await expect(other.getByRole('button', { name: 'More' })).toHaveCount(0);
});

test('a card tells hours, workplace, place, level and skills', async ({ page, request }) => {
  const { results } = await (await request.get('/api/jobs?limit=100&description=summary')).json();
  const isOffice = ({ workplace, type }: { workplace: string | null; type: string }) =>
    workplace && workplace !== type.toLowerCase();
  const job = results.find(
    (each: { workplace: string | null; type: string; skills: string[] }) =>
      isOffice(each) && each.skills.length > 1,
  );
  await visit(page, '/jobs');
  await page.getByLabel('Search jobs').fill(`"${job.title}"`);
  const card = page.getByRole('article', { name: job.title }).first();
  await expect(card.locator('.job-facts > *')).toHaveText(
    [job.type, ...(job.employment === job.type.toLowerCase() ? [] : [job.employment])]
      .concat(job.workplace, job.location)
      .filter(Boolean),
  );
  await expect(card.locator('.job-more > *')).toHaveText(job.skills);
  // The line never wraps.
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { height = 0 } = (await card.locator('.job-more').boundingBox()) ?? {};
    expect(height).toBeLessThan(24);
  }
});
