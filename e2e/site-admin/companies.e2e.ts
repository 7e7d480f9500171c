import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectErrors } from '../support/error-summary.ts';
import { expect, stallRequests } from '../support/fixtures.ts';
import { failRequests, test } from '../support/isolated-board.ts';
import { fillByKeyboard } from '../support/keyboard.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { demoPerson, signIn, toast, visit } from '../support/sign-in.ts';

const ONE_COMPANY = '**/api/companies/*';

/** A picture as large as a camera photo. */
async function largeLogo() {
  const buffer = await sharp({
    create: { width: 4_000, height: 4_000, channels: 3, background: '#2b3fd6' },
  })
    .png()
    .toBuffer();
  return { name: 'logo.png', mimeType: 'image/png', buffer };
}

async function fill(page: Page, name: string): Promise<void> {
  await page.getByLabel('Company Name').fill(name);
  await page.getByLabel('Description').fill('We **weave**.');
  await page.getByLabel('Website').fill('loom.example');
}

const logoOf = (page: Page, name: string) => page.getByRole('img', { name: `${name} logo` });

const naturalWidth = (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth);

const confirmation = (page: Page) =>
  page.getByRole('dialog', { name: 'Are you sure you want to delete this company?' });

test('a site admin adds a company with a logo, edits it through both links and deletes it', async ({
  page,
}) => {
  await visit(page, '/companies');
  await expect(page.getByRole('link', { name: /^(Add|Edit) Company$/ })).toHaveCount(0);
  await signIn(page, demoPerson('siteadmin'));
  await expect(page.getByRole('link', { name: 'Edit Company' })).toHaveCount(
    await page.getByRole('article').count(),
  );
  await page.getByRole('link', { name: 'Add Company' }).click();
  await expect(page).toHaveURL('/companies/add');
  await expect(page).toHaveTitle('Add Company · Composable Jobs');
  await fill(page, 'Aa Loom');
  await page.getByLabel('Logo').setInputFiles(await largeLogo());
  await page.getByRole('button', { name: 'Add Company' }).click();
  await expect(toast(page, 'Company Added Successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/companies\/[\da-f-]{36}$/);
  const address = page.url();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aa Loom');
  await expect(page.getByText('We weave.')).toBeVisible();
  expect(await logoOf(page, 'Aa Loom').evaluate(naturalWidth)).toBe(512);
  const logo = await logoOf(page, 'Aa Loom').getAttribute('src');
  await expectAccessibleScreens(page);

  // The first link is on the card, the second one beside "Delete Company".
  const links = page.getByRole('link', { name: 'Edit Company' });
  await expect(links).toHaveCount(2);
  for (const [link, name] of [
    [links.first(), 'Ab Loom'],
    [links.last(), 'Ac Loom'],
  ] as const) {
    await link.click();
    await expect(page).toHaveURL(address.replace('/companies/', '/companies/edit/'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Company');
    await expect(page.getByText('Current Logo:')).toBeVisible();
    if (name === 'Ab Loom') await expectAccessibleScreens(page);
    await expect(page.getByRole('img', { name: /logo$/ })).toHaveAttribute('src', logo ?? '');
    await expect(page.getByLabel('Description')).toHaveValue('We **weave**.');
    await expect(page.getByLabel('Website')).toHaveValue('https://loom.example');
    await page.getByLabel('Company Name').fill(name);
    await page.getByRole('button', { name: 'Update Company' }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    // Saving without a new file does not change the logo. According to the specification, no toast reports success.
    await expect(logoOf(page, name)).toHaveAttribute('src', logo ?? '');
    await expect(page.getByRole('region', { name: /Notifications/ })).not.toContainText('Updated');
  }

  await page.getByRole('link', { name: 'All companies' }).click();
  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText('Ac Loom');
  await page.goBack();
  await page.getByRole('button', { name: 'Delete Company' }).click();
  await expectAccessibleScreens(page);
  await confirmation(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmation(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Company' }).click();
  await confirmation(page).getByRole('button', { name: 'Delete Company' }).click();
  await expect(toast(page, 'Company Deleted Successfully')).toBeVisible();
  await expect(page).toHaveURL('/companies');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ac Loom' })).toHaveCount(0);
});

test('errors are shown beside each invalid field', async ({ page, board }) => {
  await board.openAs(page, 'siteadmin', '/companies');
  await expect(page.getByRole('link', { name: 'Edit Company' }).first()).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Add Company' }).click();
  await page.getByLabel('Website').fill('loom example');
  await page.getByLabel('Logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(3 * 1024 * 1024),
  });
  await page.getByRole('button', { name: 'Add Company' }).click();
  const errors = [
    ['Company Name', 'Enter a company name.'],
    ['Description', 'Enter a description.'],
    ['Website', 'Website must be a web address that begins with http:// or https://.'],
    ['Logo', 'Choose a file of at most 2 MiB.'],
  ] as const;
  await expectErrors(
    page,
    errors.map(([, message]) => message),
  );
  for (const [label, message] of errors) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`^${message}`));
  }
  await expectAccessibleScreens(page);
});

test('a failure to add a company shows an error, and so does an invalid logo', async ({
  page,
  board,
  allowBrowserError,
}) => {
  allowBrowserError('/api/upload');
  allowBrowserError('/api/companies');
  await board.openAs(page, 'siteadmin', '/companies');
  await page.getByRole('link', { name: 'Add Company' }).click();
  await fill(page, 'Faceless');
  await page.getByLabel('Logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
  });
  await page.getByRole('button', { name: 'Add Company' }).click();
  await expect(toast(page, 'Company Was Not Added')).toBeVisible();
  await expect(page.getByLabel('Logo')).toHaveAccessibleDescription(
    /^Failed to upload logo image: it must be a PNG, JPEG, WebP, GIF, AVIF or SVG picture\./,
  );
  await expect(page.getByLabel('Company Name')).toHaveValue('Faceless');
  const { results } = await (await board.call('GET', '/api/companies')).json();
  expect(results.map(({ name }: { name: string }) => name)).not.toContain('Faceless');

  const restore = await failRequests(page, 'POST', '**/api/upload');
  await page.getByRole('button', { name: 'Add Company' }).click();
  await expect(page.getByLabel('Logo')).toHaveAccessibleDescription(
    /^Failed to upload logo image\./,
  );
  await restore();
  await page.getByLabel('Logo').setInputFiles({
    name: 'logo.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
    ),
  });
  const restorePost = await failRequests(page, 'POST', '**/api/companies');
  await page.getByRole('button', { name: 'Add Company' }).click();
  await expect(page.getByRole('alert')).toHaveText('Something went wrong on our side.');
  await expect(page.getByLabel('Company Name')).toHaveValue('Faceless');
  await restorePost();
  await page.getByRole('button', { name: 'Add Company' }).click();
  await expect(toast(page, 'Company Added Successfully')).toBeVisible();
  expect(await logoOf(page, 'Faceless').evaluate(naturalWidth)).toBe(512);
});

test('a failure to update a company shows an error', async ({ page, board, allowBrowserError }) => {
  allowBrowserError('/api/companies');
  allowBrowserError('ApiError');
  const company = await board.addCompany({ name: 'Unlucky' });
  await board.openAs(page, 'siteadmin', '/companies');
  const restoreGet = await failRequests(page, 'GET', ONE_COMPANY);
  await page.goto(`/companies/edit/${company.id}`);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await restoreGet();
  await again.click();
  await page.getByLabel('Company Name').fill('Luckier');
  const restorePut = await failRequests(page, 'PUT', ONE_COMPANY);
  await page.getByRole('button', { name: 'Update Company' }).click();
  await expect(toast(page, 'Company Was Not Updated')).toBeVisible();
  await expect(page.getByLabel('Company Name')).toHaveValue('Luckier');
  await restorePut();
  const newer = page.getByRole('region', {
    name: 'Someone else changed this while you were editing',
  });
  const logo = 'https://cdn.example/logo.png';
  await page.route(logo, (route) => route.fulfill({ status: 204 }));
  await board.call('PUT', `/api/companies/${company.id}`, { ...company, logo });
  await page.getByLabel('Logo').setInputFiles(await largeLogo());
  await page.getByRole('button', { name: 'Update Company' }).click();
  await expect(newer.locator('dt')).toHaveText(['Company Name', 'Logo']);
  await expect(newer.getByRole('img')).toHaveAttribute('src', logo);
  await newer.getByRole('button', { name: 'Use the saved version' }).click();
  await expect(page.getByRole('img', { name: /logo$/ })).toHaveAttribute('src', logo);
  await expect(page.getByLabel('Logo')).toHaveValue('');
  await page.getByLabel('Company Name').fill('Luckier');
  await board.call('PUT', `/api/companies/${company.id}`, { ...company, name: 'Theirs', logo });
  await page.getByRole('button', { name: 'Update Company' }).click();
  await newer.getByRole('button', { name: 'Keep my version' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Luckier');
  await expect(logoOf(page, 'Luckier')).toHaveAttribute('src', logo);
  // Leave the page, and delete the company: other stories on this board could not load its logo.
  await page.goto('about:blank');
  await board.call('DELETE', `/api/companies/${company.id}`);
});

test('a failure to delete a company shows an error', async ({ page, board, allowBrowserError }) => {
  allowBrowserError('/api/companies');
  const company = await board.addCompany({ name: 'Unlucky' });
  await board.openAs(page, 'siteadmin', `/companies/${company.id}`);
  const restoreDelete = await failRequests(page, 'DELETE', ONE_COMPANY);
  await page.getByRole('button', { name: 'Delete Company' }).click();
  await confirmation(page).getByRole('button', { name: 'Delete Company' }).click();
  await expect(toast(page, 'Company Not Deleted')).toBeVisible();
  await expect(confirmation(page)).toHaveCount(0);
  await restoreDelete();
  const { release } = await stallRequests(page, ONE_COMPANY);
  await page.getByRole('button', { name: 'Delete Company' }).click();
  await confirmation(page).getByRole('button', { name: 'Delete Company' }).click();
  await expect(confirmation(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(toast(page, 'Company Deleted Successfully')).toBeVisible();
});

test('by keyboard alone, a site admin adds a company', async ({ page, board }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await board.openAs(page, 'siteadmin', '/companies');
  await page.getByRole('link', { name: 'Add Company' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await fillByKeyboard(page, [
    ['Company Name', 'Keys'],
    ['Bold', ''],
    ['Description', 'We type.'],
    ['Preview', ''],
    ['Website', 'https://keys.example'],
    ['Logo', ''],
  ]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Company Added Successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keys');
});
