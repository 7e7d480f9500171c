import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { visit } from '../support/sign-in.ts';

test('a visitor opens a closed job and finds a similar one', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('410');
  const { id } = await board.postJob({ title: 'Senior Loom Tuner', description: 'You **tune**.' });
  await board.postJob({ title: 'Loom Tuner' });
  await board.call('POST', `/api/jobs/${id}/close`);

  const response = await page.goto(`/jobs/${id}`);
  expect(response?.status()).toBe(410);
  await expect(page).toHaveTitle(`Senior Loom Tuner at ${board.company.name} · Composable Jobs`);
  await expect(page.getByText(/^This job closed on \d+ \w+ \d{4}\.$/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Apply on/ })).toHaveCount(0);
  await expect(page.getByText('You tune.')).toBeHidden();
  await page.getByText('Original description').click();
  await expect(page.getByText('You tune.')).toBeVisible();
  await expectAccessibleScreens(page);

  const similar = page.getByRole('region', { name: 'Similar open jobs' });
  await expect(similar.getByRole('article').first()).toContainText('Loom Tuner');
  await similar.getByRole('link', { name: 'Go Look' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loom Tuner');
  await expect(page).toHaveTitle(`Loom Tuner at ${board.company.name} · Composable Jobs`);
  await page.goBack();
  await expect(page.getByText(/^This job closed on/)).toBeVisible();
});

test('a visitor who opens a deleted job sees only that the job is closed', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('410');
  const { id } = await board.postJob({ title: 'Never Meant' });
  await visit(page, '/jobs');
  await expect(page.getByRole('article', { name: 'Never Meant' })).toBeVisible();
  await board.call('DELETE', `/api/jobs/${id}`);
  // A click in an outdated list opens the same page, rendered by the browser.
  await page.getByRole('article', { name: 'Never Meant' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Job closed');
  const response = await page.goto(`/jobs/${id}`);
  expect(response?.status()).toBe(410);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Job closed');
  await expect(page.getByText('Never Meant')).toHaveCount(0);
  await expectAccessibleScreens(page);
});
