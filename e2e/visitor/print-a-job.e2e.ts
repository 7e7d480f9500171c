import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { visit } from '../support/sign-in.ts';

test('a printed job has its text and the URL at which to apply, and nothing to click', async ({
  page,
  board,
}) => {
  const { id } = await board.postJob({
    description: 'You will make **tables**. See [our shop](https://shop.example/tables).',
  });
  await visit(page, `/jobs/${id}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Cards of similar jobs may have the same text.
  const description = page.getByRole('region', { name: 'Job Description' });
  await expect(description.getByText('You will make tables.')).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Back to Job Listings' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
  const printed = (name: RegExp) =>
    page
      .getByRole('link', { name })
      .first()
      .evaluate((link) => getComputedStyle(link, '::after').content);
  expect(await printed(/^Apply on/)).toContain('https://example.com/apply');
  expect(await printed(/^our shop/)).toContain('https://shop.example/tables');
});
