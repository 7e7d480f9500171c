import type { Page } from '@playwright/test';
import { formatDay } from '#shared/format/day.ts';
import { expect, stallRequests } from '../support/fixtures.ts';
import type { IsolatedBoard } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast } from '../support/sign-in.ts';
import { greenhouseJob, manyJobs, test } from '../support/source-board.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: name }) })
    .getByRole('definition');

/** The runs of the shown source, the newest first. */
const runs = (page: Page) =>
  page.getByRole('region', { name: 'Runs' }).getByRole('heading', { level: 3 });

/** Previews a customer's board and saves it. The page shows the end of the first run. */
async function addSource(page: Page, board: IsolatedBoard, tenant: string): Promise<void> {
  await board.openAs(page, 'siteadmin', '/admin/sources?source=new');
  await page.getByLabel('URL', { exact: true }).fill(`https://boards.greenhouse.io/${tenant}`);
  await button(page, /^Preview$/).click();
  await page.getByLabel('Company Name').fill(tenant);
  await button(page, 'Save source').click();
  await expect(runs(page).first()).toHaveText(/added$/);
}

/** Starts a run of the source on the page, and waits for the end of the run. */
async function runNow(page: Page, name: 'Run now' | 'Read again' = 'Run now'): Promise<void> {
  const before = await runs(page).count();
  await button(page, name).click();
  await expect(runs(page)).toHaveCount(before + 1);
  await expect(page.getByRole('status').filter({ hasText: 'The run has ended.' })).toBeAttached();
}

async function openSource(page: Page, board: IsolatedBoard, name: string): Promise<void> {
  await board.openAs(page, 'siteadmin', `/admin/sources?q=${name}`);
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
  await expect(heading(page)).toHaveText(`${name}: Greenhouse`);
}

test('a site admin saves a source after a preview; a run keeps edited fields, asks before it closes many jobs, and can be undone', async ({
  page,
  board,
  feeds,
}) => {
  const pay = {
    min_cents: 6_000_000,
    max_cents: 7_000_000,
    currency_type: 'EUR',
    title: 'Annual salary',
  };
  const listed = manyJobs(13, (number) => greenhouseJob(number, { company_name: 'Loomworks' }), 1);
  // This job states its pay, because the job form requires pay or a salary range.
  listed[0] = { ...listed[0], pay_input_ranges: [pay] };
  await board.openAs(page, 'siteadmin', '/admin/sources?q=loomworks');
  await expect(page.getByText('No sources match')).toBeVisible();
  await page.getByRole('link', { name: 'Show all sources' }).click();
  await page.getByRole('link', { name: 'Add source' }).click();
  await expect(heading(page)).toHaveText('Add source');
  await button(page, /^Preview$/).click();
  await expect(page.getByText('Enter a URL.')).toBeVisible();
  await expect(page.getByLabel('URL', { exact: true })).toBeFocused();
  await expectAccessibleScreens(page);

  // The page of the preview, while the source is read and afterwards.
  const release = feeds.hold('loomworks', listed);
  await page.getByLabel('URL', { exact: true }).fill('boards.greenhouse.io/loomworks');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^(Reading…|Waiting)/).first()).toBeVisible();
  await expectAccessibleScreens(page);
  await button(page, /^Preview$/).focus();
  release();
  const found = page.getByRole('heading', { name: 'Found: Greenhouse' });
  await expect(found).toBeFocused();
  await expect(fact(page, 'Jobs')).toHaveText('13');
  await expect(page.getByText('add 13 jobs')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Some of the jobs' })).toBeVisible();
  await expect(page.getByText('12 jobs state no pay.')).toBeVisible();
  await expect(page.getByLabel('Company Name')).toHaveValue('Loomworks');
  await expectAccessibleScreens(page);

  // While the first run lasts, the page shows that the source is being read.
  const releaseRun = feeds.hold('loomworks', listed);
  await page.getByLabel('How often the source is read').selectOption('Every day');
  await button(page, 'Save source').click();
  await expect(toast(page, 'Source Saved')).toBeVisible();
  await expect(heading(page)).toHaveText('Loomworks: Greenhouse');
  await expect(runs(page)).toHaveText(['Reading…']);
  await expectAccessibleScreens(page);
  releaseRun();
  await expect(runs(page)).toHaveText(['13 added']);
  await expect(
    page.getByRole('status').filter({ hasText: 'The run has ended. 13 added.' }),
  ).toBeAttached();
  await expect(fact(page, 'Open jobs')).toHaveText('13');
  await expect(fact(page, 'How often')).toHaveText('Every day');

  // A person edits a job's title, and then the source changes the title. The person's title stays.
  await page.getByText('What changed').click();
  await page.getByRole('link', { name: 'Data Engineer 1', exact: true }).click();
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await page.getByLabel('Job Title').fill('Data Engineer for looms');
  await button(page, 'Update Job').click();
  await expect(heading(page)).toHaveText('Data Engineer for looms');
  await expect(fact(page, 'Checked on')).toHaveText(formatDay(new Date().toISOString()));
  const later = [
    { ...listed[0], title: 'Data Engineer (Berlin)' },
    { ...listed[1], title: 'Head Nurse' },
    ...listed.slice(2),
    greenhouseJob(99, { title: 'Dyer' }),
  ];
  feeds.list('loomworks', later);
  await openSource(page, board, 'Loomworks');
  await runNow(page);
  await expect(runs(page).first()).toHaveText('1 added, 1 changed');
  const edited = page.getByRole('region', { name: 'Edited fields' });
  await expect(edited.getByRole('definition')).toHaveText([
    'Data Engineer for looms',
    'Data Engineer (Berlin)',
  ]);
  await page.getByText('What changed').first().click();
  await page.getByText('Compare title').click();
  await expect(page.getByRole('insertion').first()).toHaveText('Head');
  await expectAccessibleScreens(page);

  // A list that lacks more than half of the jobs closes nothing, even if the next list is the same. The source's page
  // asks the person.
  feeds.list('loomworks', later.slice(0, 5));
  await runNow(page);
  await expect(runs(page).first()).toHaveText('9 missing for the first time');
  feeds.pass(2);
  await runNow(page);
  await expect(runs(page).first()).toHaveText('Not applied: 9 of 14 open jobs would close');
  await expect(page.getByText('The latest list lacks 9 of 14 open jobs.')).toBeVisible();
  await expect(fact(page, 'Open jobs')).toHaveText('14');
  await expectAccessibleScreens(page);
  await runNow(page, 'Read again');
  await expect(runs(page).first()).toHaveText('Not applied: 9 of 14 open jobs would close');
  await button(page, 'Close them').click();
  await expect(dialog(page)).toContainText('You can undo the run afterwards.');
  await expectAccessibleScreens(page);
  await dialog(page).getByRole('button', { name: 'Close them' }).click();
  await expect(runs(page).first()).toHaveText('9 closed');
  await expect(fact(page, 'State')).toHaveText('Active');
  await expect(heading(page)).toBeFocused();

  // The decision was wrong, so the person undoes the run. This also pauses the source.
  await button(page, 'Undo this run').click();
  await expect(dialog(page)).toContainText('This reopens 9 jobs.');
  await expectAccessibleScreens(page);
  await dialog(page).getByRole('button', { name: 'Undo this run' }).click();
  await expect(page.getByText('9 jobs are as before the run.')).toBeVisible();
  await expect(runs(page).first()).toHaveText('Undone: 9 closed');
  await expect(fact(page, 'State')).toHaveText('Paused after an undo');
  await expect(fact(page, 'Open jobs')).toHaveText('14');
  await expectAccessibleScreens(page);

  // The person unlocks the edited title, so that the job gets the source's title.
  await button(page, 'Use the source’s value: Title of Data Engineer for looms').click();
  await dialog(page).getByRole('button', { name: 'Use the source’s value' }).click();
  await expect(toast(page, 'Value Replaced')).toBeVisible();
  await expect(edited).toBeHidden();

  feeds.list('loomworks', later);
  await button(page, 'Resume').click();
  await expect(fact(page, 'State')).toHaveText('Active');
  await expect(page.getByText('Waiting').first()).toBeHidden();
  await page.getByRole('link', { name: 'All sources' }).click();
  await expect(rows(page)).toHaveText(['Loomworks, Greenhouse']);
  await expectAccessibleScreens(page);

  // The source is removed, and its jobs stay.
  await page.getByRole('link', { name: /^Loomworks/ }).click();
  await button(page, 'Remove').click();
  await expect(dialog(page)).toContainText('Its jobs stay on the board');
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Source Removed')).toBeVisible();
  await expect(page).toHaveURL('/admin/sources');
  const jobs = await (await board.call('GET', '/api/jobs?q=Dyer')).json();
  expect(jobs.total).toBe(1);
});

test('a preview of a career page that names several boards links to an existing source; a preview of a URL without jobs says so', async ({
  page,
  board,
  feeds,
}) => {
  feeds.list(
    'spindle',
    manyJobs(2, (number) => greenhouseJob(200 + number)),
  );
  feeds.list(
    'bobbin',
    manyJobs(2, (number) => greenhouseJob(300 + number)),
  );
  await addSource(page, board, 'spindle');
  feeds.page(
    'https://careers.spindle.example/',
    `<a href="https://boards.greenhouse.io/bobbin">Jobs</a>
     <a href="https://boards.greenhouse.io/spindle">More jobs</a>`,
  );
  await board.openAs(page, 'siteadmin', '/admin/sources?source=new');
  await page.getByLabel('URL', { exact: true }).fill('careers.spindle.example');
  await button(page, /^Preview$/).click();
  await expect(page.getByText('The page names other boards too')).toBeVisible();
  await expectAccessibleScreens(page);
  await button(page, 'Preview this one: Greenhouse, spindle').click();
  await expect(page.getByText('The board already reads this source.')).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Open the source' }).click();
  await expect(heading(page)).toHaveText('spindle: Greenhouse');

  // A company on the board that has the same name is offered, so that it is not added twice.
  feeds.list(
    'warpworks',
    manyJobs(1, (number) => greenhouseJob(350 + number, { company_name: 'Spindle' })),
  );
  await page.goto('/admin/sources?source=new');
  await page.getByLabel('URL', { exact: true }).fill('https://boards.greenhouse.io/warpworks');
  await button(page, /^Preview$/).click();
  await expect(page.getByText('A company named spindle is already on the board.')).toBeVisible();
  await button(page, 'Use this company').click();
  await expect(page.getByText('add 1 job')).toBeVisible();
  await expect(page.getByLabel('A company on this board')).toBeChecked();
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue(/./);
  await expect(page.getByLabel('Company Name')).toBeHidden();
  await expectAccessibleScreens(page);
  // The choice of a different company requires a new preview.
  await page.getByLabel(/^A new company/).check();
  await expect(button(page, 'Save source')).toBeHidden();

  feeds.page('https://nothing.example/', '<p>We bake bread.</p>');
  await page.goto('/admin/sources?source=new');
  await page.getByLabel('URL', { exact: true }).fill('nothing.example');
  await button(page, /^Preview$/).click();
  await expect(page.getByRole('alert')).toContainText('No job board was found at this URL.');
  await expect(button(page, 'Save source')).toBeHidden();
  await expectAccessibleScreens(page);
});

test('a source that fails says why; a site admin pauses and resumes it, and chooses how often it is read', async ({
  page,
  board,
  feeds,
}) => {
  feeds.list(
    'shuttle',
    manyJobs(2, (number) => greenhouseJob(400 + number)),
  );
  await addSource(page, board, 'shuttle');
  feeds.answer('shuttle', { status: 404 });
  await runNow(page);
  await expect(runs(page).first()).toHaveText(/^Failed: /);
  await expect(page.getByText('The latest run failed.')).toBeVisible();
  await expect(fact(page, 'State')).toHaveText('Failing');
  await expectAccessibleScreens(page);

  await button(page, 'Pause').press('Enter');
  await expect(toast(page, 'Source Paused')).toBeVisible();
  await expect(page.getByText('This source is paused.')).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await expectAccessibleScreens(page);
  feeds.list(
    'shuttle',
    manyJobs(2, (number) => greenhouseJob(400 + number)),
  );
  await button(page, 'Resume').press('Enter');
  await expect(runs(page).first()).toHaveText('Nothing changed');
  await expect(fact(page, 'State')).toHaveText('Active');

  await page.getByLabel('How often the source is read').selectOption('Every week');
  await button(page, 'Save').click();
  await expect(toast(page, 'Interval Saved')).toBeVisible();
  await expect(fact(page, 'How often')).toHaveText('Every week');
  await page.goto('/admin/sources?state=failing');
  await expect(page.getByText('No sources match')).toBeVisible();
  await page.getByLabel('Company or system').fill('SHUTTLE');
  await page.getByLabel('State').selectOption('All states');
  await expect(page).toHaveURL('/admin/sources?q=SHUTTLE');
  await expect(rows(page)).toHaveText(['shuttle, Greenhouse']);
});

test('a site admin names the elements of an XML feed, with a preview, before and after the source is saved', async ({
  page,
  board,
  feeds,
}) => {
  const feed = 'https://jobs.ratchet.example/all.xml';
  const vacancy = (number: number) =>
    `<vacancy><nr>${number}</nr><heading>Dyer ${number}</heading><name>Post ${number}</name>
      <link>https://jobs.ratchet.example/${number}</link></vacancy>`;
  feeds.xml(feed, `<list>${vacancy(1)}${vacancy(2)}</list>`);
  await board.openAs(page, 'siteadmin', '/admin/sources?source=new');
  await page.getByLabel('URL', { exact: true }).fill(feed);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The list is empty.');
  await page.locator('summary', { hasText: 'Settings' }).click();
  await page.getByLabel('Element of each job').fill('vacancy');
  await expect(page.getByRole('heading', { name: 'Found: XML feed' })).toBeHidden();
  await page.getByLabel('Element of the id').fill('nr');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Post 1')).toBeVisible();
  await expect(page.getByText('add 2 jobs')).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByLabel('Company Name').fill('Ratchet');
  await button(page, 'Save source').click();
  await expect(heading(page)).toHaveText('Ratchet: XML feed');
  await expect(runs(page)).toHaveText(['2 added']);

  await page.locator('summary', { hasText: 'Settings' }).click();
  await expect(page.getByLabel('Element of each job')).toHaveValue('vacancy');
  await page.getByLabel('Element of the title').fill('heading');
  await button(page, /^Preview$/).click();
  await expect(page.getByText('change 2 jobs')).toBeVisible();
  await expect(page.getByText('Dyer 1')).toBeVisible();
  await expectAccessibleScreens(page);
  await button(page, 'Save settings').click();
  await expect(toast(page, 'Settings Saved')).toBeVisible();
  await expect(page.getByText('Dyer 1')).toBeHidden();
  await runNow(page);
  await expect(runs(page).first()).toHaveText('2 changed');
});

test('a site admin merges jobs that the company has from several sources, or marks them as different', async ({
  page,
  board,
  feeds,
}) => {
  const texts = ['Bleacher', 'Fuller'].map((title, number) =>
    greenhouseJob(500 + number, { title, location: { name: 'Porto' } }),
  );
  feeds.list('heddle', texts);
  await addSource(page, board, 'heddle');
  const { results } = await (await board.call('GET', '/api/jobs?q=Bleacher')).json();
  const [job] = results;
  for (const title of ['Bleacher', 'Fuller']) {
    const found = await (await board.call('GET', `/api/jobs?q=${title}`)).json();
    const { description } = found.results[0];
    await board.postJob({ title, location: 'Porto', description, company: { id: job.company.id } });
  }
  await page.reload();
  const pairs = page.getByRole('region', { name: 'Possible duplicates' });
  await expect(pairs.getByRole('button', { name: /^Merge/ })).toHaveCount(2);
  await expectAccessibleScreens(page);
  await button(page, 'Merge: Bleacher').click();
  await expectAccessibleScreens(page);
  await dialog(page).getByRole('button', { name: 'Merge' }).click();
  await expect(toast(page, 'Jobs Merged')).toBeVisible();
  await expect(pairs.getByRole('button', { name: /^Merge/ })).toHaveCount(1);
  await button(page, 'They are different: Fuller').click();
  await expect(pairs).toBeHidden();
  const merged = await (await board.call('GET', '/api/jobs?q=Bleacher')).json();
  expect(merged.total).toBe(1);
});

test('while a source loads, the screen shows a spinner; after a failure, a site admin can try again', async ({
  page,
  board,
  feeds,
  allowBrowserError,
}) => {
  allowBrowserError('/api/sources');
  allowBrowserError('500');
  feeds.list(
    'treadle',
    manyJobs(1, (number) => greenhouseJob(600 + number)),
  );
  await addSource(page, board, 'treadle');
  const address = page.url();
  const source = /\/api\/sources\/[^/]+$/;
  const stalled = await stallRequests(page, source);
  await page.goto(address);
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
  stalled.release(500);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveAccessibleDescription(
    'The source could not be loaded.',
  );
  await expectAccessibleScreens(page);
  await page.unroute(source);
  await button(page, 'Try again').click();
  await expect(heading(page)).toHaveText('treadle: Greenhouse');
  await page.goto('/admin/sources?source=00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('This source was removed')).toBeVisible();
});
