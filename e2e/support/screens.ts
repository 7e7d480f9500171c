import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './fixtures.ts';

/** Looks at what is on the screen, on a phone and a laptop, in light and dark. */
export async function expectGoodScreens(page: Page): Promise<void> {
  await keepToastsWhole(page);
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
    await page.emulateMedia({ colorScheme });
    await untilColorsSettle(page);
    await expectAccessible(page);
  }
}

/** Axe would measure a color that is halfway from one to the other. */
async function untilColorsSettle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}

/** Nor a toast that begins to go while it looks: until it is gone, it stays as it was. */
async function keepToastsWhole(page: Page): Promise<void> {
  await page.evaluate(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync(
      '[data-sonner-toast] { opacity: 1 !important; transition: none !important }',
    );
    document.adoptedStyleSheets.push(styles);
  });
}
