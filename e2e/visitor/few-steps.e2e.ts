import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { visit, waitForHydration } from '../support/sign-in.ts';

/** How a visitor acts: with the keyboard or by touch. */
const WAYS = {
  keyboard: async (page: Page, index: number) => {
    const link = page.getByRole('link', { name: 'Go Look' }).nth(index);
    await link.focus();
    // The browser scrolls to the link in its next frame, before a person could press a key.
    await expect(link).toBeInViewport();
    await link.press('Enter');
  },
  touch: (page: Page, index: number) => page.getByRole('article').nth(index).tap(),
} as const;

for (const [way, open] of Object.entries(WAYS)) {
  test.describe(`a visitor who uses ${way}`, () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

    test('a visitor opens five jobs of a search one after the other, and returns to the same position in the list each time', async ({
      page,
    }) => {
      await visit(page, '/jobs?q=engineer');
      let steps = 0;
      for (let index = 0; index < 5; index += 1) {
        const title = await page.getByRole('article').nth(index).getByRole('heading').textContent();
        await open(page, index);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
        const back = page.getByRole('link', { name: 'Back to Job Listings' });
        await (way === 'keyboard' ? back.press('Enter') : back.tap());
        await expect(page).toHaveURL('/jobs?q=engineer');
        const card = page.getByRole('article').nth(index);
        await expect(card.getByRole('link', { name: 'Go Look' })).toBeFocused();
        await expect(card.getByRole('heading')).toBeInViewport();
        steps += 2;
      }
      expect(steps).toBeLessThanOrEqual(10);
    });

    test('a visitor gets from a search to Apply in three steps', async ({ page }) => {
      await visit(page, '/');
      // Type the words and submit them, open the first job, apply.
      await page.getByLabel('Search jobs').fill('engineer');
      await page.getByLabel('Search jobs').press('Enter');
      await expect(page).toHaveURL(/\/jobs\?q=engineer/);
      // The previous list stays until the results arrive. Only the results mark the word in their titles.
      await expect(page.getByRole('article').first().locator('mark').first()).toBeVisible();
      // A tap on a card, outside its link, needs scripts.
      await waitForHydration(page);
      await open(page, 0);
      const apply = page.getByRole('link', { name: /^Apply on / });
      await expect(apply).toBeInViewport();
      await expect(apply).toHaveAttribute('href', /^https:/);
    });
  });
}
