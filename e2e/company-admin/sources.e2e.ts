import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, toast, visitAs } from '../support/sign-in.ts';
import { greenhouseJob, manyJobs, test } from '../support/source-board.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('an owner adds the career page of their company as a source, whose jobs appear once a site admin approves it', async ({
  page,
  board,
  feeds,
  openBrowser,
}) => {
  feeds.list(
    'sleyworks',
    manyJobs(3, (number) => greenhouseJob(700 + number, { title: `Reed Maker ${number}` })),
  );
  // The address that mails of earlier versions have.
  await board.openAs(page, 'companyadmin', '/employers?sources=all');
  await expect(page).toHaveURL('/dashboard?tab=import');
  await expect(page.getByRole('heading', { name: 'Imported jobs' })).toBeVisible();
  await expect(page.getByText('No source yet')).toBeVisible();
  await expectAccessibleScreens(page);

  await page.getByRole('link', { name: 'Add source' }).click();
  await page.getByLabel('URL', { exact: true }).fill('https://boards.greenhouse.io/sleyworks');
  await button(page, 'Preview').click();
  await expect(page.getByText('add 3 jobs')).toBeVisible();
  await expect(
    page.getByText('After you save the source, a site admin looks at it.'),
  ).toBeVisible();
  await expect(page.getByLabel('Company Name')).toBeHidden();
  await expectAccessibleScreens(page);
  await button(page, 'Save source').click();
  await expect(toast(page, 'Source Saved')).toBeVisible();
  await expect(heading(page)).toHaveText(`${board.company.name}: Greenhouse`);
  await expect(
    page.getByText('This source is waiting for approval by a site admin.'),
  ).toBeVisible();
  await expect(button(page, 'Run now')).toBeHidden();
  await expectAccessibleScreens(page);

  const admin = await openBrowser();
  await visitAs(admin, demoPerson('siteadmin'), '/admin/sources?state=proposed');
  await admin.getByRole('link', { name: new RegExp(`^${board.company.name}`) }).click();
  await expect(admin.getByText('An owner of the company asks for this source.')).toBeVisible();
  await expectAccessibleScreens(admin);
  await button(admin, 'Approve').click();
  await expect(toast(admin, 'Source Approved')).toBeVisible();
  await expect(admin.getByRole('heading', { name: '3 added' })).toBeVisible();

  const imported = page.getByRole('region', { name: 'Imported jobs' });
  const source = imported.getByRole('link', { name: new RegExp(`^${board.company.name}`) });
  await page.goto('/dashboard?tab=import');
  await source.click();
  await expect(page.getByRole('heading', { name: '3 added' })).toBeVisible();
  await expect(button(page, 'Run now')).toBeVisible();
  await expectAccessibleScreens(page);
  const jobs = await (await board.call('GET', '/api/jobs?q=Reed+Maker')).json();
  expect(jobs.total).toBe(3);
  for (const { company } of jobs.results) expect(company.id).toBe(board.company.id);

  // An imported job without pay can be corrected without stating any.
  const [job] = jobs.results;
  await page.goto(`/jobs/edit/${job.id}`);
  await expect(page.getByLabel('Salary')).toHaveText(/^Not stated/);
  await expectAccessibleScreens(page);
  await page.getByLabel('Job Title').fill('Reed Maker and Mender');
  await button(page, 'Update Job').click();
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
  await expect(heading(page)).toHaveText('Reed Maker and Mender');

  await page.goto('/dashboard?tab=import');
  await source.click();
  await button(page, 'Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL('/dashboard?tab=import');
  const ids = jobs.results.map(({ id }: { id: string }) => id);
  await page.goto('about:blank');
  await board.call('POST', '/api/jobs/bulk', { action: 'delete', ids });
});
