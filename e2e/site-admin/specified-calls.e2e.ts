import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { clickAdd, clickUpdate, fillJob } from '../support/job-form.ts';
import { toast } from '../support/sign-in.ts';

const ISO_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Does something that sends a request with this method to the API, and returns the body of the request. */
async function bodyOf(page: Page, method: string, path: RegExp, act: () => Promise<void>) {
  const sent = page.waitForRequest(
    (request) => request.method() === method && path.test(new URL(request.url()).pathname),
  );
  await act();
  return (await sent).postDataJSON();
}

test('the forms send the fields that the specification lists for each call', async ({
  page,
  board,
}) => {
  await board.openAs(page, 'siteadmin', '/companies/add');
  const texts = {
    name: 'Call Loom',
    description: 'We **weave**.',
    website: 'https://call.example',
  };
  await page.getByLabel('Company Name').fill(texts.name);
  await page.getByLabel('Description').fill(texts.description);
  await page.getByLabel('Website').fill(texts.website);
  const button = (name: string) => page.getByRole('button', { name });
  const picture = {
    create: { width: 64, height: 64, channels: 3, background: '#2b3fd6' },
  } as const;
  const buffer = await sharp(picture).png().toBuffer();
  await page.getByLabel('Logo').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  const added = await bodyOf(page, 'POST', /^\/api\/companies$/, () =>
    button('Add Company').click(),
  );
  expect(added).toEqual({ id: '', logo: expect.stringContaining('/uploads/'), ...texts });
  const { logo } = added;
  await expect(page).toHaveURL(/\/companies\/[\da-f-]{36}$/);
  const id = page.url().split('/').at(-1) ?? '';
  await page.goto(`/companies/edit/${id}`);
  await page.getByLabel('Description').fill('We weave.');
  const company = { id, logo, ...texts, description: 'We weave.' };
  expect(
    await bodyOf(page, 'PUT', /^\/api\/companies\//, () => button('Update Company').click()),
  ).toEqual(company);
  await expect(page).toHaveURL(`/companies/${id}`);

  await page.goto('/jobs/add');
  await fillJob(page, 'Caller');
  await page.getByLabel('Company').selectOption(texts.name);
  await page.getByLabel('Apply URL').fill('https://call.example/apply');
  const fields = {
    title: 'Caller',
    type: 'Full-Time',
    location: 'Porto',
    salary: 'Over $300K',
    description: 'You will make **things**.',
    applyurl: 'https://call.example/apply',
  };
  expect(await bodyOf(page, 'POST', /^\/api\/jobs$/, () => clickAdd(page))).toMatchObject({
    id: '',
    date: expect.stringMatching(ISO_TIMESTAMP),
    ...fields,
    company,
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Caller');
  const job = page.url().split('/').at(-1) ?? '';
  const { date, company: nested } = await (await fetch(`${board.url}/api/jobs/${job}`)).json();
  expect(nested).toEqual(company);
  await page.getByRole('link', { name: 'Edit Job' }).click();
  await page.getByLabel('Location').fill('Faro');
  expect(await bodyOf(page, 'PUT', /^\/api\/jobs\//, () => clickUpdate(page))).toMatchObject({
    id: job,
    date,
    ...fields,
    location: 'Faro',
    company,
  });
  await expect(toast(page, 'Job Updated Successfully')).toBeVisible();

  await page.goto('/account');
  const account = await bodyOf(page, 'PUT', /^\/api\/accounts\//, async () => {
    await page.getByLabel('Brief Bio of yourself').fill('I call.');
    await button('Update Account').click();
  });
  expect(account).toEqual({
    id: await page.getByLabel('User ID').inputValue(),
    role: 'siteadmin',
    company: '',
    name: expect.any(String),
    email: 'siteadmin@example.com',
    bio: 'I call.',
  });
  await expect(toast(page, 'Account updated successfully')).toBeVisible();
  await page.goto('about:blank');
  await board.call('DELETE', `/api/companies/${id}`);
});
