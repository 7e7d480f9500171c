import type { Page } from '@playwright/test';

/** Stops an installed clock, so that only `runFor` advances it. */
export async function freezeClock(page: Page): Promise<void> {
  // The pause must begin in the future, even on a slow machine.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}
