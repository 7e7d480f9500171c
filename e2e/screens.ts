import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './fixtures.ts';

/** Looks at what is on the screen in light and dark, on a phone and a laptop. */
export async function expectGoodScreens(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await untilColoursSettle(page);
      await expectAccessible(page);
    }
  }
}

/** Axe would measure a colour that is halfway from one to the other. */
async function untilColoursSettle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}
