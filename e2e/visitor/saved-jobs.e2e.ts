import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readBrowserStorage } from '../support/browser-storage.ts';
import { expect, measureLayoutShift } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { enterAt, tabTo } from '../support/keyboard.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import {
  logOut,
  navigationBar,
  signIn,
  startSession,
  toast,
  untilIdle,
  visit,
  visitSignedIn,
} from '../support/sign-in.ts';

const card = (page: Page, title: string) => page.getByRole('article', { name: title });

const button = (page: Page, title: string, name: string) =>
  card(page, title).getByRole('button', { name, exact: true });

/** Saves a job in the list, and waits until the card says so. */
async function save(page: Page, title: string): Promise<void> {
  await button(page, title, 'Save').click();
  await expect(button(page, title, 'Saved')).toHaveAttribute('aria-pressed', 'true');
}

/** Opens the page of saved jobs as a person does, without loading a document. */
async function openSaved(page: Page): Promise<void> {
  await navigationBar(page).getByRole('link', { name: 'Saved' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Saved' })).toBeVisible();
}

const savedJob = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: title }) });

async function openMenu(page: Page, title: string) {
  await button(page, title, 'Actions').click();
  return page.getByRole('dialog', { name: title });
}

test('a visitor saves a job without an account, signs in, and has it in another browser', async ({
  page,
  board,
  newPerson,
  openBrowser,
}) => {
  await board.postJob({ title: 'Glass Etcher' });
  await visit(page, '/jobs');
  await save(page, 'Glass Etcher');
  await page.reload();
  await expect(button(page, 'Glass Etcher', 'Saved')).toBeVisible();
  await openSaved(page);
  await expect(savedJob(page, 'Glass Etcher')).toContainText(board.company.name);
  await expect(page.getByText('Kept in this browser.')).toBeVisible();

  const person = newPerson();
  await signIn(page, person);
  const offer = page.getByRole('region', { name: 'Question' });
  await expect(offer).toContainText('Add 1 saved job of this browser?');
  await offer.getByRole('button', { name: 'Add' }).click();
  await expect(toast(page, 'Added to Your Account')).toBeVisible();
  await expect(page.getByText('Kept in your account.')).toBeVisible();
  await expect(savedJob(page, 'Glass Etcher')).toBeVisible();

  const other = await openBrowser();
  await startSession(other.context(), person);
  await visitSignedIn(other, '/saved');
  await expect(savedJob(other, 'Glass Etcher')).toBeVisible();
  await other.context().close();

  await logOut(page);
  expect(await readBrowserStorage(page)).not.toContain('"account-marks"');
  await visit(page, '/saved');
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
});

test('"Not mine" leaves the account as it is, and is not asked again', async ({
  page,
  board,
  newPerson,
}) => {
  await board.postJob({ title: 'Chair Caner' });
  await visit(page, '/jobs');
  await save(page, 'Chair Caner');
  await signIn(page, newPerson());
  const offer = page.getByRole('region', { name: 'Question' });
  await offer.getByRole('button', { name: 'Not mine' }).click();
  await expect(offer).toHaveCount(0);
  await openSaved(page);
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
});

test('what cannot be sent stays in the browser and is sent later', async ({
  page,
  board,
  newPerson,
  allowBrowserError,
}) => {
  allowBrowserError('/api/marks/jobs/');
  await board.postJob({ title: 'Rope Layer' });
  const person = newPerson();
  await startSession(page.context(), person);
  await untilIdle(page, () => page.goto('/jobs'));
  await page.route('**/api/marks/jobs/*', (route) => route.fulfill({ status: 503 }));
  await save(page, 'Rope Layer');
  await expect(toast(page, /^Not saved in your account yet/)).toBeVisible();
  await page.unrouteAll();
  const sent = page.waitForResponse((response) => response.url().includes('/api/marks/jobs/'));
  await page.getByRole('button', { name: 'Try again' }).click();
  expect((await sent).status()).toBe(204);
});

test('hidden jobs and companies are empty cards of the same size', async ({ page, board }) => {
  const { id } = await board.addCompany({ name: 'Noisy Looms' });
  for (const title of ['Shuttle Maker', 'Shuttle Oiler']) {
    await board.postJob({ title, company: { id } });
  }
  await board.postJob({ title: 'Calm Weaver' });
  await visit(page, '/jobs');
  const box = await card(page, 'Calm Weaver').boundingBox();
  const menu = await openMenu(page, 'Calm Weaver');
  await menu.getByRole('button', { name: 'Hide this job' }).click();
  const show = page.getByRole('button', { name: 'Show Calm Weaver' });
  await expect(show).toBeFocused();
  await expect(card(page, 'Calm Weaver')).toHaveCount(0);
  const hidden = page.locator('.hidden-card > article').filter({ hasText: 'Calm Weaver' });
  expect(await hidden.boundingBox()).toEqual(box);

  await (await openMenu(page, 'Shuttle Maker'))
    .getByRole('button', { name: 'Hide all jobs from Noisy Looms' })
    .click();
  await expect(page.getByRole('button', { name: 'Show jobs from Noisy Looms' })).toHaveCount(2);
  await expectAccessibleScreens(page);

  // After a reload, nothing moves when the cards are covered.
  const layoutShift = await measureLayoutShift(page);
  await untilIdle(page, () => page.reload());
  await expect(show).toBeVisible();
  expect(await layoutShift(), 'layout shift').toBe(0);

  await openSaved(page);
  await page.getByRole('link', { name: 'Hidden 2' }).click();
  await page.getByRole('button', { name: 'Show jobs from Noisy Looms again' }).click();
  await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
  await expect(card(page, 'Shuttle Oiler')).toBeVisible();
  await show.click();
  await expect(card(page, 'Calm Weaver')).toBeVisible();
});

test('a saved job that closes says so, and a deleted one leaves with a line', async ({
  page,
  board,
}) => {
  const closing = await board.postJob({ title: 'Bell Polisher' });
  const deleted = await board.postJob({ title: 'Clock Oiler' });
  await board.postJob({ title: 'Bell Tuner' });
  await visit(page, '/jobs');
  await save(page, 'Bell Polisher');
  await save(page, 'Clock Oiler');
  await board.call('POST', `/api/jobs/${closing.id}/close`);
  await board.call('DELETE', `/api/jobs/${deleted.id}`);
  await openSaved(page);
  await expect(savedJob(page, 'Bell Polisher')).toContainText(/Closed on \d+ \w+\./);
  await page.getByRole('button', { name: 'Show jobs similar to Bell Polisher' }).click();
  await expect(
    savedJob(page, 'Bell Polisher').getByRole('link', { name: 'Bell Tuner' }),
  ).toBeVisible();
  await expectAccessibleScreens(page);
  await expect(page.getByText(/^1 job was deleted by its company/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Saved 1' })).toBeVisible();
});

test('after "Apply", the visitor is asked once whether they applied', async ({ page, board }) => {
  const { id } = await board.postJob({ title: 'Raft Builder', applyurl: `${board.url}/about` });
  await visit(page, `/jobs/${id}`);
  const apply = page.getByRole('link', { name: /^Apply on/ }).first();
  const question = page.getByRole('region', { name: 'Question' });
  const opened = page.waitForEvent('popup');
  await apply.click();
  await (await opened).close();
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(question).toContainText('Did you apply for “Raft Builder”?');
  await question.getByRole('button', { name: 'Yes, I applied' }).click();
  await expect(question).toHaveCount(0);

  const again = page.waitForEvent('popup');
  await apply.click();
  await (await again).close();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(question).toHaveCount(0);

  await openSaved(page);
  await page.getByRole('link', { name: 'Applied 1' }).click();
  await expect(savedJob(page, 'Raft Builder')).toContainText(/Applied on \d+ \w+/);
  await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
  await expect(page.locator('.seen-card').filter({ hasText: 'Raft Builder' })).toContainText(
    'Applied',
  );
});

test('opened jobs are marked as seen in lists', async ({ page, board }) => {
  await board.postJob({ title: 'Sail Mender' });
  await visit(page, '/jobs');
  await card(page, 'Sail Mender').getByRole('link', { name: 'Go Look' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sail Mender');
  await page.goBack();
  await untilIdle(page, () => page.reload());
  await expect(page.locator('.seen-card').filter({ hasText: 'Sail Mender' })).toContainText('Seen');
  await expectAccessibleScreens(page);
});

test('a visitor saves, notes and downloads by keyboard', async ({ page, board }) => {
  await board.postJob({ title: 'Map Colorist' });
  await visit(page, '/jobs');
  await button(page, 'Map Colorist', 'Save').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Map Colorist', 'Saved')).toBeFocused();
  await tabTo(page, button(page, 'Map Colorist', 'Actions'));
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Map Colorist' });
  await expect(menu.getByRole('button', { name: 'I applied' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(menu.getByLabel('Your note')).toBeFocused();
  await page.keyboard.type('Ask Jana about the team.');
  await tabTo(page, menu.getByRole('button', { name: 'Save note' }));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Map Colorist', 'Actions')).toBeFocused();

  await openSaved(page);
  await expect(savedJob(page, 'Map Colorist')).toContainText('Your note: Ask Jana about the team.');
  await expectAccessibleScreens(page);
  const downloading = page.waitForEvent('download');
  await tabTo(page, page.getByRole('button', { name: 'Download as JSON' }));
  await page.keyboard.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('saved-jobs.json');
  const { jobs } = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(jobs).toEqual([
    expect.objectContaining({
      title: 'Map Colorist',
      company: board.company.name,
      savedAt: expect.any(String),
      note: 'Ask Jana about the team.',
    }),
  ]);
});

test('by keyboard alone, a toast can be left and its action undone', async ({ page, board }) => {
  await board.postJob({ title: 'Globe Maker' });
  await visit(page, '/jobs');
  await save(page, 'Globe Maker');
  await openSaved(page);
  await enterAt(page, savedJob(page, 'Globe Maker').getByRole('button', { name: 'Remove' }));
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await tabTo(page, undo);
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await enterAt(page, undo);
  await expect(savedJob(page, 'Globe Maker')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link').last()).toBeFocused();
});
