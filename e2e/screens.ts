import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './fixtures.ts';

/** Looks at what is on the screen, on a phone and a laptop, in light and dark. */
export async function expectGoodScreens(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
    await page.emulateMedia({ colorScheme });
    await untilColoursSettle(page);
    await expectAccessible(page);
  }
}

/** Axe would measure a colour that is halfway from one to the other. */
async function untilColoursSettle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}
