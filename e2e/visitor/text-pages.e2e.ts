import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { expect, test } from '../support/fixtures.ts';
import { startIsolatedServer } from '../support/isolated-server.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { visit } from '../support/sign-in.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the privacy policy and the imprint describe this board', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Privacy Policy' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
    await expect(page.getByText('Sessions: 14 days after the last use.')).toBeVisible();
    await page.getByRole('link', { name: 'Imprint' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imprint');
    await expect(page.getByText('has not added an imprint')).toBeVisible();
  });

  test('an operator replaces the texts of the pages with files', async ({ page }) => {
    const folder = await mkdtemp(join(tmpdir(), 'pages-'));
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'imprint.md'),
      '## Address\n\nLoom Labs, <script>alert(1)</script> **1 Loom Street**',
    );
    const server = await startIsolatedServer({ PAGES_DIR: folder });
    await page.goto(`${server.url}/imprint`);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('Address');
    await expect(page.locator('strong', { hasText: '1 Loom Street' })).toBeVisible();
    await expect(page.getByText('<script>alert(1)</script>')).toBeVisible();
    await server.stop();
    await removeFolder(folder);
  });
});

test('the pages are accessible, and open without a reload', async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveTitle('Privacy Policy · Composable Jobs');
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible();
  await expectAccessibleScreens(page);
  await page.getByRole('link', { name: 'Imprint' }).click();
  await expect(page).toHaveTitle('Imprint · Composable Jobs');
  await expectAccessibleScreens(page);
});
