import { openFilters } from '../support/filters.ts';
import { expect, test } from '../support/fixtures.ts';

test('each skill of a job leads to other jobs, and a filter offers the most frequent skills', async ({
  page,
  request,
}) => {
  const { skill } = await (await request.get('/api/jobs/counts')).json();
  const [{ value: name, jobs: count }] = skill;
  const { results } = await (
    await request.get(`/api/jobs?skill=${encodeURIComponent(name)}&limit=1`)
  ).json();
  const job = await (await request.get(`/api/jobs/${results[0].id}`)).json();
  const [first] = job.skills;

  await page.goto(`/jobs/${job.id}`);
  await page
    .getByRole('region', { name: 'Skills' })
    .getByRole('link', { name: first.name })
    .click();
  await expect(page).toHaveURL(/skill=/);
  await expect(page.getByRole('heading', { name: job.title }).first()).toBeVisible();
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByRole('link', { name: `Remove ${first.name}` })).toBeVisible();
  await openFilters(page);
  const skills = page.getByRole('group', { name: 'Skills' });
  await expect(skills.getByRole('radio', { name: first.name })).toBeChecked();

  await chips.getByRole('link', { name: 'Clear all' }).click();
  await skills.getByRole('radio', { name: `${name} ${count}` }).click();
  await expect(chips.getByRole('link', { name: `Remove ${name}` })).toBeVisible();
});
