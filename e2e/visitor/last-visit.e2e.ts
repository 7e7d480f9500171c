import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { untilIdle } from '../support/sign-in.ts';

const note = (page: Page) => page.getByText(/^\d+\+? new since your last visit$/);

test('the list says how many jobs are new since the last visit', async ({ page, board }) => {
  await untilIdle(page, () => page.goto(`${board.url}/jobs`));
  await expect(note(page)).toHaveCount(0);
  const job = await board.postJob({ title: 'Candle Pourer' });
  // The same visit continues.
  await untilIdle(page, () => page.reload());
  await expect(note(page)).toHaveCount(0);

  // An hour later, a new visit begins.
  await page.evaluate(() => {
    const [seen] = (localStorage.getItem('visits') ?? '').split(' ');
    localStorage.setItem('visits', `${Number(seen) - 3_600_000} 0`);
  });
  await page.reload();
  await expect(note(page)).toBeVisible();
  await page.getByRole('link', { name: 'Highest salary' }).click();
  await expect(note(page)).toHaveCount(0);
  await page.goto('about:blank');
  await board.call('DELETE', `/api/jobs/${job.id}`);
});
