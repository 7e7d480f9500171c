import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoOverflow } from './fixtures.ts';

/** Checks overflow and accessibility at the sizes of a phone and a laptop, in the light and dark themes. */
export async function expectAccessibleScreens(page: Page): Promise<void> {
  await freezeToasts(page);
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
    await page.emulateMedia({ colorScheme });
    await waitUntilSettled(page);
    await expectAccessible(page);
  }
}

/** Waits until no list is dimmed and no color transition is running, because axe measures colors. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.locator('div[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}

/** Keeps fading toasts opaque while axe measures them. */
export async function freezeToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync(
      '[data-sonner-toast] { opacity: 1 !important; transition: none !important }',
    );
    document.adoptedStyleSheets.push(styles);
  });
}
