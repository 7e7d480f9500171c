import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { clickAdd, fillJob, openJobForm } from '../support/job-form.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, toast, visitAs } from '../support/sign-in.ts';

test('beside the form, an employer sees the job as lists and Google will show it', async ({
  page,
  board,
}) => {
  await openJobForm(page, board);
  const preview = page.getByRole('complementary', { name: 'How the job will look' });
  await fillJob(page, 'Thing Maker');
  await page.getByLabel('Minimum pay').fill('60k');
  await page.getByLabel('Currency').selectOption('EUR');
  await expect(preview).toContainText('From €60,000 / Year');
  await expect(preview).toContainText('You will make things.');
  await expect(preview).toContainText(`Thing Maker at ${board.company.name} · Composable Jobs`);
  await expect(preview).toContainText(
    `${board.company.name}: Full-Time · Porto · From €60,000 / Year. You`,
  );
  // The card is only a picture: its links are not in the tab order.
  await preview.getByText('How the job will look').focus();
  await page.keyboard.press('Tab');
  await expect(preview.locator(':focus')).toHaveCount(0);
  await expectAccessibleScreens(page);
  await preview.getByText('How the job will look').click();
  await expect(preview.getByText('In Google')).toBeHidden();
});

test('the location suggests places, and says which places the board recognizes', async ({
  page,
  board,
}) => {
  await openJobForm(page, board);
  const location = page.getByLabel('Location');
  await location.pressSequentially('Oslo; Berge');
  await page.getByRole('option', { name: 'Bergen, Norway' }).waitFor();
  await expectAccessibleScreens(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(location).toHaveValue('Oslo; Bergen, Norway');
  await expect(page.getByText('Oslo, Norway; Bergen, Norway', { exact: true })).toBeVisible();
  await location.fill('Narnia');
  await expect(page.getByText('Not recognized: the job is found')).toBeVisible();
});

test('the form says that the company has the same open job, which can be added all the same', async ({
  page,
  board,
}) => {
  const { id } = await board.postJob({
    title: 'Kettle Mender',
    type: 'Full-Time',
    location: 'Oslo, Norway',
  });
  await openJobForm(page, board);
  const notice = page.getByText('This company has the same open job in Oslo, Norway.');
  await fillJob(page, 'Kettle mender');
  await expect(
    page.getByText('Porto, Portugal', { exact: true }).and(page.locator('p *')),
  ).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.getByLabel('Location').fill('Oslo');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the open job' })).toHaveAttribute(
    'href',
    `/jobs/${id}`,
  );
  await expectAccessibleScreens(page);
  await clickAdd(page);
  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
});

test('a job without a description or an Apply URL can be added, and the form says what is missing', async ({
  page,
  board,
}) => {
  await openJobForm(page, board);
  const notice = page.getByText('Without an Apply URL');
  await expect(notice).toBeVisible();
  await page.getByLabel('Apply URL').fill('https://example.com');
  await expect(notice).toHaveCount(0);
  await page.getByLabel('Apply URL').fill('');
  await expect(notice).toBeVisible();
  await fillJob(page, 'Thing Maker');
  await page.getByLabel('Description').fill('');
  await expect(page.getByText('Without a description')).toBeVisible();
  await clickAdd(page);
  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
});

test('an employer duplicates a job with everything but its closing date', async ({
  page,
  board,
}) => {
  const pay = { minimum: 50_000, maximum: 60_000, currency: 'GBP', unit: 'year' };
  const { id } = await board.postJob({
    title: 'Rope Maker',
    type: 'Internship',
    salary: '',
    pay,
    workplace: 'hybrid',
    validthrough: '2126-12-24',
  });
  await board.openAs(page, 'companyadmin', `/jobs/${id}`);
  await page.getByRole('link', { name: 'Duplicate Job' }).click();
  await expect(page).toHaveURL(`/jobs/add?from=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Job');
  for (const [label, value] of [
    ['Job Type', 'Internship'],
    ['Job Title', 'Rope Maker'],
    ['Description', 'You will make **tables**.'],
    ['Maximum pay', '60,000'],
    ['Workplace', 'hybrid'],
    ['Company', board.company.id],
    ['Apply URL', 'https://example.com/apply'],
    ['Closes on', defaultClosingDate(new Date(), JOB_LIFETIME_DAYS)],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveValue(value);
  }
  await page.getByLabel('Location').fill('Lisbon');
  await clickAdd(page);
  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/jobs\/[\da-f-]{36}$/);
  expect(page.url()).not.toContain(id);
  await expect(page.getByText('Lisbon').first()).toBeVisible();
  expect(await (await board.call('GET', `/api/jobs/${id}`)).json()).toMatchObject({
    location: 'Porto',
    validthrough: '2126-12-24',
  });
});

test('a job that is unknown, or of another company, cannot be duplicated, and the form says so', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('404');
  const company = await board.addCompany({ name: 'Loom' });
  const other = await board.postJob({ company: { id: company.id }, title: 'Weaver' });
  for (const from of [other.id, 'nothing']) {
    await visitAs(page, demoPerson('companyadmin'), `/jobs/add?from=${from}`);
    await expect(page.getByText('This job cannot be duplicated')).toBeVisible();
    await expect(page.getByLabel('Job Title')).toHaveValue('');
    await expect(page.getByLabel('Company')).toHaveValue(board.company.id);
  }
  await expectAccessibleScreens(page);
});
