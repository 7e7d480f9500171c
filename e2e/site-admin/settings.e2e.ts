import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { enterAt, typeInto } from '../support/keyboard.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { navigationBar, toast, visit } from '../support/sign-in.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save settings' });

test('a site admin renames the board and its home page by keyboard; visitors read the new texts at once; the audit trail undoes it', async ({
  page,
  board,
  openBrowser,
}) => {
  const visitor = await openBrowser();
  await visitor.goto(`${board.url}/`);
  const heading = visitor.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Connecting Composable Jobs and Professionals');

  await board.openAs(page, 'siteadmin', '/admin/settings');
  await typeInto(page, page.getByLabel('Name of the board'), 'Nordlicht Jobs');
  await typeInto(page, page.getByLabel('Accent color'), '#ffd700');
  await expect(page.getByText('Texts need at least 4.5:1')).toBeVisible();
  await typeInto(page, page.getByLabel('Accent color'), '#1a7f4e');
  await expect(page.getByText('Contrast with the page: 4.8:1')).toBeVisible();
  await typeInto(page, page.getByLabel('Heading of the home page'), 'Jobs in the north');
  await typeInto(page, page.getByLabel('Years of the copyright'), 'since 1999');
  await enterAt(page, page.getByRole('button', { name: 'Add a link' }));
  await typeInto(page, page.getByLabel('Text of link 1'), 'Status');
  await typeInto(page, page.getByLabel('Address of link 1'), 'status.nordlicht.example');
  await enterAt(page, save(page));
  const problem = page.getByRole('alert').getByRole('link');
  await expect(problem).toHaveText(
    'Years of the copyright must be a year or two, such as 2025 or 2025–2026.',
  );
  await expectAccessibleScreens(page);
  await enterAt(page, problem);
  await typeInto(page, page.getByLabel('Years of the copyright'), '2025–2026');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Settings Saved')).toBeVisible();
  await expect(navigationBar(page).locator('..')).toContainText('Nordlicht Jobs');
  await expect(page).toHaveTitle('Settings · Nordlicht Jobs');

  await visitor.reload();
  await expect(heading).toHaveText('Jobs in the north');
  await expect(visitor).toHaveTitle('Nordlicht Jobs');
  await expect(visitor.getByRole('link', { name: 'View All Jobs' })).toHaveCSS(
    'background-color',
    'rgb(26, 127, 78)',
  );
  const footer = visitor.getByRole('contentinfo');
  await expect(footer).toContainText('© 2025–2026 Nordlicht Jobs');
  await expect(footer.getByRole('link', { name: 'Status' })).toHaveAttribute(
    'href',
    'https://status.nordlicht.example',
  );
  await visitor.context().close();

  await page.getByRole('link', { name: 'audit trail', exact: true }).click();
  await page.getByText(/^Changed: /).click();
  await page.getByRole('button', { name: /^Undo the change/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the change' }).click();
  await expect(toast(page, 'Change Undone')).toBeVisible();
  await visit(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Connecting Composable Jobs and Professionals',
  );
});

test('of two site admins who change the settings at once, the second one chooses', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('412');
  await board.openAs(page, 'siteadmin', '/admin/settings');
  await page.getByLabel('Line below the heading').fill('From Kiel to Tromsø');
  await board.call('PUT', '/api/admin/settings', {
    subheading: 'At the coast',
    legalname: 'Verlag',
  });
  await save(page).click();
  const conflict = page.getByRole('region', { name: /^Someone else changed this/ });
  await expect(conflict).toContainText('At the coast');
  await expectAccessibleScreens(page);
  await conflict.getByRole('button', { name: 'Keep my version' }).click();
  await expect(toast(page, 'Settings Saved')).toBeVisible();
  const settings = await (await board.call('GET', '/api/admin/settings')).json();
  expect(settings.settings).toMatchObject({
    subheading: 'From Kiel to Tromsø',
    legalname: 'Verlag',
  });
  await board.call('PUT', '/api/admin/settings', {
    subheading: 'Find the Composable job that fits your skills and needs',
    legalname: '',
  });
});
