import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/large-board.ts';

// Creating the board takes half a minute, so one worker runs all of these stories.
test.describe.configure({ mode: 'default' });

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

async function top(page: Page): Promise<number> {
  const title = page.getByRole('article').first().getByRole('heading');
  return (await title.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
}

for (const size of SIZES) {
  test.describe(`on a screen of ${size.width} × ${size.height}`, () => {
    test.use({ viewport: size, hasTouch: size.width < 768 });

    test('the first job of each list is on the first screen', async ({ page }) => {
      await page.goto('/');
      expect(await top(page)).toBeLessThanOrEqual(size.width < 768 ? 640 : 800);
      await page.goto('/jobs');
      expect(await top(page)).toBeLessThanOrEqual(330);
      await page.goto('/jobs?q=engineer');
      expect(await top(page)).toBeLessThanOrEqual(330);
    });

    test('an Apply link is in view at every scroll position of a job', async ({
      page,
      request,
    }) => {
      const { results } = await (await request.get('/api/jobs?limit=10')).json();
      const jobs: { id: string; applyurl: string }[] = await Promise.all(
        results.map(async ({ id }: { id: string }) =>
          (await request.get(`/api/jobs/${id}`)).json(),
        ),
      );
      await page.goto(`/jobs/${jobs.find(({ applyurl }) => applyurl)?.id}`);
      const apply = page.getByRole('link', { name: /^Apply on / });
      await expect(apply).toHaveCount(1);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let position = 0; position < height; position += size.height / 2) {
        await page.evaluate((y) => window.scrollTo(0, y), position);
        await expect(apply).toBeInViewport({ ratio: 1 });
      }
    });

    test('the pay of cards in a row is on the same line', async ({ page }) => {
      await page.goto('/jobs');
      const rows = await page.evaluate(() => {
        const cards = [...document.querySelectorAll('.job-card')];
        return cards.map((card) =>
          [card, ...card.querySelectorAll('.job-title, .job-pay, .job-facts')].map((element) =>
            Math.round(element.getBoundingClientRect().top),
          ),
        );
      });
      const starts = new Set(rows.map(([start]) => start));
      // A phone has one card in each row.
      if (size.width >= 768) expect(starts.size).toBeLessThan(rows.length);
      for (const row of rows) {
        const neighbor = rows.find(([start]) => start === row[0]);
        expect(row).toEqual(neighbor);
      }
    });
  });
}
