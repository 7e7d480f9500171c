import type { Page } from '@playwright/test';
import { expect, hold } from '../fixtures.ts';
import { breakCalls, test } from '../own-board.ts';
import { expectGoodScreens } from '../screens.ts';
import { accountLink, demoPerson, signIn, toast, visit } from '../sign-in.ts';

const JOBS = '**/api/jobs';
const ONE_JOB = '**/api/jobs/*';

async function openForm(page: Page, path = '/jobs/add'): Promise<void> {
  await visit(page, '/jobs');
  await signIn(page, demoPerson('companyadmin'));
  await page.goto(path);
  await expect(page.getByLabel('Job Title')).toBeVisible();
}

async function fill(page: Page, title: string): Promise<void> {
  await page.getByLabel('Job Title').fill(title);
  await page.getByLabel('Description').fill('You will make **things**.');
  await page.getByLabel('Salary').selectOption('Over $300K');
  await page.getByLabel('Location').fill('Porto');
}

const add = (page: Page) => page.getByRole('button', { name: 'Add Job' }).click();
const update = (page: Page) => page.getByRole('button', { name: 'Update Job' }).click();

test('a job that cannot be added is told, and nothing that was written is lost', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble('/api/jobs');
  await openForm(page);
  await fill(page, 'Unlucky Maker');
  const mend = await breakCalls(page, 'POST', JOBS);
  await add(page);
  await expect(toast(page, 'Job Was Not Added')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Something went wrong on our side.');
  await expect(page).toHaveURL('/jobs/add');
  await expect(page.getByLabel('Job Title')).toHaveValue('Unlucky Maker');
  await expectGoodScreens(page);

  await mend();
  await page.route(JOBS, (route) => route.abort());
  await add(page);
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await page.unroute(JOBS);
  await add(page);
  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
});

test('when the answer is lost, adding again adds nothing more', async ({
  page,
  board,
  expectTrouble,
}) => {
  expectTrouble('/api/jobs');
  await openForm(page);
  await fill(page, 'Single Maker');
  // The server stores the job, and the browser never hears of it.
  await page.route(JOBS, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await add(page);
  await expect(toast(page, 'Job Was Not Added')).toBeVisible();
  await page.unroute(JOBS);
  const found = async () => {
    const { results } = await (await board.call('GET', '/api/jobs?limit=100')).json();
    return results.filter((job: { title: string }) => job.title === 'Single Maker').length;
  };
  expect(await found()).toBe(1);

  // What was changed since would be another job: that is for the employer to say.
  await page.getByLabel('Location').fill('Lisbon');
  await add(page);
  await expect(page.getByRole('alert')).toContainText('An earlier attempt was stored');
  expect(await found()).toBe(1);
  await page.getByLabel('Location').fill('Porto');
  await add(page);
  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
});

test('a slow save is sent once, however often the button is pressed', async ({ page }) => {
  await openForm(page);
  await fill(page, 'Patient Maker');
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/jobs')) posts.push('post');
  });
  const { release } = await hold(page, JOBS);
  const button = page.getByRole('button', { name: 'Add Job' });
  await button.dblclick();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  await page.getByLabel('Job Title').press('Enter');
  release();
  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
  expect(posts).toHaveLength(1);
});

test('what the server alone knows to be wrong is told beside its field', async ({
  page,
  board,
  expectTrouble,
}) => {
  expectTrouble('400');
  const company = await board.addCompany({ name: 'Short-lived' });
  await visit(page, '/jobs');
  await signIn(page, demoPerson('siteadmin'));
  await page.getByRole('link', { name: 'Add Job' }).click();
  await fill(page, 'Late Maker');
  await page.getByLabel('Company').selectOption('Short-lived');
  await board.call('DELETE', `/api/companies/${company.id}`);
  await add(page);
  await expect(toast(page, 'Job Was Not Added')).toBeVisible();
  await expect(page.getByLabel('Company')).toBeFocused();
  await expect(page.getByLabel('Company')).toHaveAccessibleDescription(
    'This must be a company on the board.',
  );
  await page.getByLabel('Company').selectOption(board.company.name);
  await add(page);
  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
});

test('a job that cannot be loaded is told, and may be tried again', async ({
  page,
  board,
  expectTrouble,
}) => {
  expectTrouble('/api/jobs/');
  expectTrouble('ApiError');
  const job = await board.postJob();
  await visit(page, '/jobs');
  await signIn(page, demoPerson('companyadmin'));
  const mend = await breakCalls(page, 'GET', ONE_JOB);
  await page.goto(`/jobs/edit/${job.id}`);
  await expect(toast(page, 'Failed to load job data')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Job');
  await expectGoodScreens(page);
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Job Title')).toHaveValue('Carpenter');
});

test('a job that cannot be updated or deleted is told', async ({ page, board, expectTrouble }) => {
  expectTrouble('/api/jobs/');
  const job = await board.postJob();
  await openForm(page, `/jobs/edit/${job.id}`);
  await page.getByLabel('Job Title').fill('Joiner');
  const mendPut = await breakCalls(page, 'PUT', ONE_JOB);
  await update(page);
  await expect(toast(page, 'Job Was Not Updated')).toBeVisible();
  await expect(page.getByLabel('Job Title')).toHaveValue('Joiner');
  await mendPut();
  await update(page);
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Job' }).click();
  const mendDelete = await breakCalls(page, 'DELETE', ONE_JOB);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete Job' }).click();
  await expect(toast(page, 'Job Not Deleted')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Joiner');

  await mendDelete();
  const { release } = await hold(page, ONE_JOB);
  await page.getByRole('button', { name: 'Delete Job' }).click();
  await dialog.getByRole('button', { name: 'Delete Job' }).click();
  await expect(dialog).toHaveAttribute('aria-busy', 'true');
  // A browser closes a dialog at the third, whatever it is told.
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true });
  await expect(dialog).toBeVisible();
  release();
  await expect(toast(page, 'Job Deleted Successfully')).toBeVisible();
});

for (const choice of ['Save mine over it', 'Take the newer version'] as const) {
  test(`over a newer version nothing is saved unseen: "${choice}"`, async ({
    page,
    board,
    expectTrouble,
  }) => {
    expectTrouble('412');
    const job = await board.postJob();
    await openForm(page, `/jobs/edit/${job.id}`);
    await page.getByLabel('Job Title').fill('Mine');
    const description = Array.from({ length: 80 }, (_, line) => `Line ${line}.`).join('\n\n');
    const newer = { ...job, title: 'Theirs', type: 'Remote', description };
    await board.call('PUT', `/api/jobs/${job.id}`, newer);
    await update(page);
    await expect(toast(page, 'Job Was Not Updated')).toBeVisible();
    const region = page.getByRole('region', { name: 'Somebody else has changed this meanwhile' });
    await expect(region.getByRole('heading')).toBeFocused();
    await expect(region.locator('dt')).toHaveText(['Job Type', 'Job Title', 'Description']);
    await expect(region.locator('dd')).toContainText(['Remote', 'Theirs', 'Line 79.']);
    await expect(page.getByLabel('Job Title')).toHaveValue('Mine');
    if (choice === 'Save mine over it') await expectGoodScreens(page);

    await region.getByRole('button', { name: choice }).click();
    if (choice === 'Take the newer version') {
      await expect(region).toHaveCount(0);
      await expect(page.getByLabel('Job Title')).toHaveValue('Theirs');
      await expect(page.getByLabel('Job Type')).toHaveValue('Remote');
      await expect(page.getByLabel('Job Type')).toBeFocused();
      await update(page);
    }
    await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      choice === 'Save mine over it' ? 'Mine' : 'Theirs',
    );
  });
}

test('a newer version of another company’s job is shown by its name, and what is stored is shown', async ({
  page,
  board,
  expectTrouble,
}) => {
  expectTrouble('412');
  const job = await board.postJob();
  await visit(page, '/jobs');
  await signIn(page, demoPerson('siteadmin'));
  await page.goto(`/jobs/edit/${job.id}`);
  await page.getByLabel('Job Title').fill('Mine');
  const company = await board.addCompany({ name: 'Newcomer' });
  await board.call('PUT', `/api/jobs/${job.id}`, { ...job, company: { id: company.id } });
  await update(page);
  const region = page.getByRole('region', { name: 'Somebody else has changed this meanwhile' });
  await expect(region.locator('dd')).toHaveText(['Carpenter', 'Newcomer']);
  await region.getByRole('button', { name: 'Take the newer version' }).click();
  await expect(page.getByLabel('Company')).toHaveValue(company.id);

  // What was kept of a company that is gone by now is not shown as another one.
  await page.getByLabel('Job Title').fill('Mine again');
  await board.call('PUT', `/api/jobs/${job.id}`, job);
  await board.call('DELETE', `/api/companies/${company.id}`);
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Job Title')).toHaveValue('Mine again');
  await expect(page.getByLabel('Company')).toHaveValue(board.company.id);
});

test('an update whose answer was lost is no newer version of somebody else', async ({
  page,
  board,
  expectTrouble,
}) => {
  expectTrouble('/api/jobs/');
  const job = await board.postJob();
  await openForm(page, `/jobs/edit/${job.id}`);
  await page.getByLabel('Job Title').fill('Saved at once');
  await page.route(ONE_JOB, async (route) => {
    if (route.request().method() === 'PUT') {
      await route.fetch();
      await route.abort();
    } else {
      await route.continue();
    }
  });
  await update(page);
  await expect(toast(page, 'Job Was Not Updated')).toBeVisible();
  await page.unroute(ONE_JOB);
  await update(page);
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved at once');
});

test('while a job is being saved nothing can be typed, and whoever leaves is not fetched back', async ({
  page,
  board,
}) => {
  const job = await board.postJob();
  await openForm(page, `/jobs/edit/${job.id}`);
  await page.getByLabel('Job Title').fill('First');
  const { release } = await hold(page, ONE_JOB);
  await update(page);
  await page.getByLabel('Job Title').press('End');
  await page.keyboard.type(' and second');
  await expect(page.getByLabel('Job Title')).toHaveValue('First');
  await page.getByRole('link', { name: 'Companies' }).first().click();
  await page
    .getByRole('dialog', { name: 'Leave while it is still being saved?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(page).toHaveURL('/companies');
  release();
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Companies');
  await expect(page).toHaveURL('/companies');
  await page.goto(`/jobs/edit/${job.id}`);
  await expect(page.getByLabel('Job Title')).toHaveValue('First');
});

test('a job is there for who manages it, though the box for that cannot be fetched', async ({
  page,
  board,
  expectTrouble,
}) => {
  expectTrouble('manage-job');
  const job = await board.postJob();
  await page.route('**/assets/manage-job*', (route) => route.fulfill({ status: 404 }));
  await visit(page, `/jobs/${job.id}`);
  const fetched = page.waitForResponse(/manage-job/);
  await signIn(page, demoPerson('companyadmin'));
  await fetched;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Carpenter');
});

test('a job that is deleted meanwhile is told', async ({ page, board, expectTrouble }) => {
  expectTrouble('404');
  const job = await board.postJob();
  await openForm(page, `/jobs/edit/${job.id}`);
  await page.getByLabel('Job Title').fill('Mine');
  await board.call('DELETE', `/api/jobs/${job.id}`);
  await update(page);
  await expect(page.getByRole('alert')).toHaveText('There is no such job.');
  await expect(page.getByLabel('Job Title')).toHaveValue('Mine');
});

test('leaving with something unsaved is asked about', async ({ page }) => {
  await openForm(page);
  await page.getByRole('link', { name: 'Companies' }).first().click();
  await expect(page).toHaveURL('/companies');
  await page.goBack();
  await page.getByLabel('Job Title').fill('Half a job');
  await page.getByRole('link', { name: 'Companies' }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave without saving what you wrote?' });
  await expectGoodScreens(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/jobs/add');
  await expect(page.getByLabel('Job Title')).toHaveValue('Half a job');

  // The browser asks in its own words before it goes elsewhere.
  page.once('dialog', (dialog) => dialog.dismiss());
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => window.location.assign('/companies'));
  expect((await asked).type()).toBe('beforeunload');

  await page.getByRole('link', { name: 'Companies' }).first().click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/companies');
  await page.goBack();
  await expect(page.getByLabel('Job Title')).toHaveValue('');
});

test('what was written is there again after a reload, and after the session has ended', async ({
  page,
  context,
  board,
  expectTrouble,
}) => {
  await openForm(page);
  await fill(page, 'Lasting Maker');
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText('What you wrote here and did not save is back.')).toBeVisible();
  await expect(page.getByLabel('Job Title')).toHaveValue('Lasting Maker');
  await expectGoodScreens(page);

  // The provider no longer knows this person, and the token is no good any more.
  expectTrouble('401');
  expectTrouble('/authorize');
  await context.clearCookies();
  await page.route(JOBS, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 401, body: '{}' })
      : route.continue(),
  );
  await add(page);
  await expect(toast(page, 'Job Was Not Added')).toBeVisible();
  await expect(
    toast(page, 'You have been signed out. What you wrote is kept for when you are back.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.unroute(JOBS);
  await signIn(page, demoPerson('companyadmin'));
  await page.goto('/jobs/add');
  await expect(page.getByLabel('Job Title')).toHaveValue('Lasting Maker');
  await expect(page.getByLabel('Description')).toHaveValue('You will make **things**.');
  await expect(page.getByLabel('Company')).toHaveValue(board.company.id);

  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('Job Title')).toHaveValue('');
  await page.reload();
  await expect(accountLink(page)).toBeVisible();
  await expect(page.getByLabel('Job Title')).toHaveValue('');
});
